import { findUser, login } from '@foyer/contract/routes/sign-in'
import type { Serve, Services } from '../../services.ts'
import { findUserDetails } from './find-user-details.ts'
import { signIn } from './sign-in.ts'

export function signInRoutes(serve: Serve, services: Services): void {
  serve(findUser, ({ body, ...request }) => findUserDetails(services, body, request))
  serve(login, ({ body, ...request }) => signIn(services, body, request), {
    takeSlot: services.hasher.takeHashSlot,
  })
}
