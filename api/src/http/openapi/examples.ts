/** The user and the session of all examples on /docs. */
import type { Session, User } from '@foyer/contract/routes/sign-in'

export const exampleUser: User = {
  uuid: '3f8a2c1e-5b7d-4e90-9a3c-6d2f1b0e8c74',
  email: 'asha@example.com',
  isEmailVerified: true,
  firstName: 'Asha',
  lastName: 'Rao',
  fullName: 'Asha Rao',
}

export const exampleSession: Session = {
  accessToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…',
  refreshToken: 'rt_9vXqT2…',
  user: exampleUser,
  platform: 'student',
}
