/** Provides steps for tests with the phone numbers of an account. */
import { randomInt } from 'node:crypto'
import { addPhone, deletePhone, listPhones, putPhone, verifyPhone } from '@foyer/contract/profile/phones'
import type { TestApp } from '../../testing/test-app.ts'
import { type Account, emailSteps } from './test-emails.ts'

export const newNumber = () => `+9198${randomInt(10_000_000, 99_999_999)}`

/** Returns the steps for a test app. Each call acts for the user of an access token. */
export function phoneSteps(app: () => TestApp) {
  const emails = emailSteps(app)
  const steps = {
    /** Makes a user with a verified number and no email, and signs them in. */
    async openPhoneOnly(): Promise<Omit<Account, 'email'> & { number: string }> {
      const number = newNumber()
      const { uuid } = await app().makeUser({ phoneNumber: number })
      await app().services.db.deleteFrom('emails').where('userId', '=', uuid).execute()
      return { uuid, number, token: await emails.signIn(uuid) }
    },
    /** Lists the numbers, with `primary`, `verified` or `claim` after each. */
    async list(token: string): Promise<string[]> {
      const { data } = await app().call(listPhones, {}, { token })
      return data.items.map(
        ({ phoneNumber, isPrimary, isVerified }) =>
          `${phoneNumber} ${isPrimary ? 'primary' : isVerified ? 'verified' : 'claim'}`,
      )
    },
    add: (token: string, phoneNumber: string, countryCode?: string) =>
      app().call(addPhone, { body: { phoneNumber, ...(countryCode && { countryCode }) } }, { token }),
    verify: (token: string, id: string, body: { token?: string; otp?: string } = {}) =>
      app().call(verifyPhone, { params: { id }, body }, { token }),
    remove: (token: string, id: string) => app().call(deletePhone, { params: { id } }, { token }),
    makePrimary: (token: string, id: string) =>
      app().call(putPhone, { params: { id }, body: { isPrimary: true } }, { token }),
    /** Adds a number and returns its id and the right code. */
    async addWithCode(token: string, number: string) {
      const { data, text } = await steps.add(token, number)
      if (!data) throw new Error(text)
      return { id: data.id, code: { token: data.challenge.token, otp: await steps.codeTo(number) } }
    },
    /** Adds a number and proves it; returns its id. */
    async addVerified(token: string, number = newNumber()): Promise<string> {
      const { id, code } = await steps.addWithCode(token, number)
      const { status, text } = await steps.verify(token, id, code)
      if (status !== 200) throw new Error(text)
      return id
    },
    /** Finds the code in the newest message that verifies this number. */
    async codeTo(number: string): Promise<string> {
      const message = (await emails.mailsTo(number)).find(({ template }) => template === 'verify-phone')
      const code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0]
      if (!code) throw new Error(`No code was sent to ${number}`)
      return code
    },
    /** Returns the templates of the messages to an address or a number, the newest first, without codes. */
    async noticesTo(to: string): Promise<string[]> {
      const templates = (await emails.mailsTo(to)).map(({ template }) => template)
      return templates.filter((template) => !template.startsWith('verify-') && template !== 'otp-code')
    },
  }
  return steps
}
