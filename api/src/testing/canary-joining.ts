/** Signs up with canary values and the email of an existing account, which a password proves. */
import assert from 'node:assert/strict'
import { joinPlatform } from '@foyer/contract/routes/sign-up'
import { applicationTo, type Send } from './canary-calls.ts'
import { sent } from './canary-values.ts'

export async function joinWithPassword(send: Send): Promise<void> {
  await send(joinPlatform, applicationTo(joinPlatform, { proof: { password: sent['wrong password'] } }))
  const proof = { password: sent["newcomer's password"] }
  const { data } = await send(joinPlatform, applicationTo(joinPlatform, { proof }))
  assert.ok(data, 'the password proves the account')
}
