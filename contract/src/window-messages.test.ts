/** Tests reading messages between windows (N-66). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readMessage } from './window-messages.ts'

describe('messages between windows', () => {
  it('reads a window message only when its shape is right', () => {
    const message = { type: 'foyer:code', code: 'ac_x', platform: 'student' }
    assert.deepEqual(readMessage('code', message), message)
    for (const other of [
      null,
      'foyer:code',
      { ...message, platform: 'x' },
      { ...message, code: 7 },
      { type: 'foyer:logout' },
    ]) {
      assert.equal(readMessage('code', other), null)
    }
  })

  it('refuses a window message with inherited properties, long tokens or impossible numbers (N-66)', () => {
    const tokens = { type: 'foyer:auto-login', accessToken: 'a', refreshToken: 'r' }
    assert.deepEqual(readMessage('autoLogin', { ...tokens, more: 1 }), tokens)
    assert.equal(readMessage('autoLogin', Object.create(tokens)), null)
    assert.equal(readMessage('autoLogin', { ...tokens, refreshToken: 'x'.repeat(4_097) }), null)
    assert.equal(readMessage('autoLogin', { ...tokens, accessToken: '' }), null)
    assert.equal(readMessage('autoLogin', [tokens]), null)
    for (const heightPx of [-1, Number.NaN, Number.POSITIVE_INFINITY, '40']) {
      assert.equal(readMessage('resize', { type: 'foyer:resize', heightPx }), null)
    }
  })
})
