/** Provides steps for tests with the email addresses of an account. */
import { randomUUID } from 'node:crypto'
import {
  addEmail,
  checkEmailRevert,
  deleteEmail,
  listEmails,
  putEmail,
  revertEmail,
  verifyEmail,
} from '@foyer/contract/profile/emails'
import { login } from '@foyer/contract/routes/sign-in'
import { rightPassword, type TestApp } from '../../testing/test-app.ts'

export type Account = { uuid: string; email: string; token: string }

/** Returns the steps for a test app. Each call acts for the user of an access token. */
export function emailSteps(app: () => TestApp) {
  const steps = {
    /** Makes a user with a verified address and signs them in. */
    async open(given: Parameters<TestApp['makeUser']>[0] = {}): Promise<Account> {
      const user = await app().makeUser({ email: `owner-${randomUUID()}@example.com`, ...given })
      return { ...user, token: await steps.signIn(user.uuid) }
    },
    async signIn(uuid: string, password = rightPassword): Promise<string> {
      const body = { uuid, password, product: 'learning', platform: 'student' } as const
      return (await app().call(login, { body })).data.accessToken
    },
    /** Lists the addresses, with `primary`, `verified` or `claim` after each. */
    async list(token: string): Promise<string[]> {
      const { text } = await app().call(listEmails, {}, { token })
      const { data } = JSON.parse(text) as {
        data: { email: string; is_primary: boolean; is_verified: boolean }[]
      }
      return data.map(
        ({ email, is_primary: isPrimary, is_verified: isVerified }) =>
          `${email} ${isPrimary ? 'primary' : isVerified ? 'verified' : 'claim'}`,
      )
    },
    add: (token: string, email: string) => app().call(addEmail, { body: { email } }, { token }),
    verify: (token: string, id: string, body: { token?: string; otp?: string } = {}) =>
      app().call(verifyEmail, { params: { id }, body }, { token }),
    remove: (token: string, id: string) => app().call(deleteEmail, { params: { id } }, { token }),
    makePrimary: (token: string, id: string) =>
      app().call(putEmail, { params: { id }, body: { isPrimary: true } }, { token }),
    /** Adds an address and proves it; returns its id. */
    async addVerified(token: string, email = `more-${randomUUID()}@example.com`): Promise<string> {
      const { data } = await steps.add(token, email)
      const code = { token: data.challenge.token, otp: await steps.codeTo(email) }
      const { status, text } = await steps.verify(token, data.id, code)
      if (status !== 200) throw new Error(text)
      return data.id
    },
    /** Finds the code in the newest mail that verifies this address. */
    async codeTo(email: string): Promise<string> {
      const mail = (await steps.mailsTo(email)).find(({ template }) => template === 'verify-email')
      const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
      if (!code) throw new Error(`No code was sent to ${email}`)
      return code
    },
    /** Returns the messages to an address, the newest first. */
    async mailsTo(email: string) {
      const { outbox, db } = app().services
      return (await outbox.recent(db, 1_000)).filter(({ to }) => to === email)
    },
    /** Finds the token of the newest link that reverts a change. */
    async revertToken(email: string): Promise<string> {
      const mail = (await steps.mailsTo(email)).find(({ template }) => template === 'email-changed')
      const token = /\/revert-email\/([\w-]+)\?/.exec(mail?.text ?? '')?.[1]
      if (!token) throw new Error(`No link was sent to ${email}`)
      return token
    },
    check: (token: string) => app().call(checkEmailRevert, { params: { token } }),
    revert: (token: string) => app().call(revertEmail, { params: { token } }),
  }
  return steps
}
