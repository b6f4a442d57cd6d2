/** Adds, verifies, changes and removes phone numbers with canary values. */
import { addPhone, deletePhone, listPhones, putPhone, verifyPhone } from '@foyer/contract/profile/phones'
import { emailSteps } from '../features/contacts/test-emails.ts'
import { newNumber, phoneSteps } from '../features/contacts/test-phones.ts'
import { bearer, type Send } from './canary-calls.ts'
import { sent } from './canary-values.ts'
import type { TestApp } from './test-app.ts'

/** Returns the secrets that it received: challenges and codes. */
export async function changePhones(testApp: TestApp, send: Send): Promise<Record<string, string>> {
  const steps = phoneSteps(() => testApp)
  const { token } = await emailSteps(() => testApp).open()
  const own = bearer(token)
  const number = sent['number of a mover']
  await send(addPhone, { phoneNumber: sent['malformed body'] }, own)
  await steps.addVerified(token)
  const { id, code } = await steps.addWithCode(token, number)
  await send(verifyPhone, { token: code.token, otp: sent['code typed wrong'] }, own, { id })
  await send(verifyPhone, {}, own, { id })
  await send(verifyPhone, code, own, { id })
  await send(putPhone, { isPrimary: true }, own, { id })
  const kept = await steps.addWithCode(token, sent['claimed phone'])
  const removed = await steps.addWithCode(token, newNumber())
  await send(deletePhone, undefined, own, { id: removed.id })
  await send(listPhones, undefined, own)
  return {
    'challenge of a number': code.token,
    'code of a number': code.otp,
    'challenge of a claimed number': kept.code.token,
  }
}
