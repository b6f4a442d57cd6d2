/** Signs up with canary values and the email of an account that exists, which a password proves. */
import assert from 'node:assert/strict'
import { joinPlatform } from '@foyer/contract/routes/sign-up'
import type { Send } from './canary-calls.ts'
import { sent } from './canary-values.ts'

export async function joinWithPassword(send: Send): Promise<void> {
  const application = {
    firstName: sent['first name'],
    lastName: sent['last name'],
    email: sent["newcomer's email"],
    platform: 'student',
    source: sent['source of an account'],
    utmParams: { utmCampaign: sent['campaign of an account'] },
  }
  await send(joinPlatform, { ...application, proof: { password: sent['wrong password'] } })
  const proof = { password: sent["newcomer's password"] }
  const { data } = await send(joinPlatform, { ...application, proof })
  assert.ok(data, 'the password proves the account')
}
