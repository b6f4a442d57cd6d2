/** Changes a user's consent to analytics in tests. */
import assert from 'node:assert/strict'
import { getSettings, putSettings } from '@foyer/contract/routes/settings'
import type { TestApp } from '../../testing/test-app.ts'

/** Stores whether the user of this session consents to analytics. */
export async function consent(testApp: TestApp, token: string, analyticsConsent: boolean): Promise<void> {
  const { data } = await testApp.call(getSettings, {}, { token })
  const { status } = await testApp.call(putSettings, { body: { ...data, analyticsConsent } }, { token })
  assert.equal(status, 200)
}
