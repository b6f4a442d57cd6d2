/** Tests that MACs never change, because stored counters and tokens are looked up by MAC. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createKeyring } from './keyring.ts'

const older = Buffer.alloc(32, 1)
const newer = Buffer.alloc(32, 2)

describe('MACs of the keyring', () => {
  it('makes the MACs of earlier versions of the service from the same secrets', () => {
    const keyring = createKeyring([newer, older])
    assert.deepEqual(
      [
        keyring.mac('counter', '\u{20ac}uro'),
        keyring.mac('counter', 'x'.repeat(3_000)),
        keyring.lastingMac('counter', '\u{20ac}uro'),
      ].map((mac) => mac.toString('hex')),
      [
        '0f1929442ca7b3ca12aa712ee7a8312dc27ec7e3bd02bbda0c9466d91e418a64',
        '8edf35756d9432b30764d9361de3a2a7dcfa40860ddca231c02026a8225c0d9d',
        '0546609c519f76e206e9c452d93b9dce057dedb1f82141a7b3776aff26e843cb',
      ],
    )
  })

  it('recognises the MAC of an older secret, and none of another purpose or value', () => {
    const mac = createKeyring([older]).mac('counter', 'value')
    const keyring = createKeyring([newer, older])
    assert.equal(keyring.isMac('counter', 'value', mac), true)
    assert.equal(keyring.isMac('counter', 'other value', mac), false)
    assert.equal(keyring.isMac('token', 'value', mac), false)
    assert.equal(keyring.isMac('counter', 'value', mac.subarray(0, 31)), false)
  })
})
