/** Adds, verifies and changes emails with canary values, after a step-up, and reverts a change. */
import assert from 'node:assert/strict'
import {
  addEmail,
  checkEmailRevert,
  deleteEmail,
  listEmails,
  putEmail,
  revertEmail,
  verifyEmail,
} from '@foyer/contract/profile/emails'
import { sendOtp } from '@foyer/contract/routes/otp'
import { stepUp } from '@foyer/contract/routes/step-up'
import { emailSteps } from '../features/contacts/test-emails.ts'
import { codeTo } from '../features/otp/test-codes.ts'
import { ageSessions } from '../features/step-up/test-step-up.ts'
import { bearer, type Send } from './canary-calls.ts'
import { sent } from './canary-values.ts'
import type { TestApp } from './test-app.ts'

/** Returns the secrets that it received: challenges, codes and the link. */
export async function changeEmails(testApp: TestApp, send: Send): Promise<Record<string, string>> {
  const steps = emailSteps(() => testApp)
  const email = sent['email of a mover']
  const { token, uuid } = await steps.open({ email })
  const own = bearer(token)
  const added = sent['further email']
  await send(addEmail, { email: sent['malformed body'] }, own)
  const claim = await add(added)
  await send(verifyEmail, { token: claim.challenge, otp: sent['code typed wrong'] }, own, claim)
  await send(verifyEmail, {}, own, claim)
  const otp = await steps.codeTo(added)
  await send(verifyEmail, { token: claim.challenge, otp }, own, claim)
  await ageSessions(testApp, uuid)
  await send(putEmail, { isPrimary: true }, own, claim)
  await send(stepUp, { password: sent['wrong password'] }, own)
  await send(stepUp, { token: sent['made-up challenge'], otp: sent['code typed wrong'] }, own)
  const { data: sentCode } = await send(sendOtp, { medium: 'email', purpose: 'step_up', user: uuid })
  const { token: challenge } = sentCode as unknown as { token: string }
  const proof = { token: challenge, otp: await codeTo(testApp, email) }
  assert.equal((await send(stepUp, proof, own)).text, '')
  await send(putEmail, { isPrimary: true }, own, claim)
  const link = await steps.revertToken(email)
  for (const path of [link, sent['made-up link']]) {
    await send(checkEmailRevert, undefined, {}, { token: path })
    await send(revertEmail, undefined, {}, { token: path })
  }
  const { token: again } = await steps.open({ email: sent['email of a stayer'] })
  const kept = await add(sent['claimed email'], again)
  const removed = await add(added, again)
  await send(deleteEmail, undefined, bearer(again), removed)
  await send(listEmails, undefined, bearer(again))
  return {
    'challenge of a further email': claim.challenge,
    'code of a further email': otp,
    'challenge of a step-up': proof.token,
    'code of a step-up': proof.otp,
    'challenge of a claimed email': kept.challenge,
    'link that takes a change back': link,
  }

  async function add(address: string, by = token): Promise<{ id: string; challenge: string }> {
    const { data, text } = await send(addEmail, { email: address }, bearer(by))
    assert.ok(data, text)
    const { id, challenge } = data as unknown as { id: string; challenge: { token: string } }
    return { id, challenge: challenge.token }
  }
}
