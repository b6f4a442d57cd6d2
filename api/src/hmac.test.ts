/** Tests that MACs made of two hashes are those of RFC 2104, since stored counters and tokens depend on their values. */
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { createMac } from './hmac.ts'

const macOf = (key: Buffer, text: string | Buffer) => createHmac('sha256', key).update(text).digest('hex')

describe('MACs', () => {
  it('makes the MACs of the first two test cases of RFC 4231', () => {
    assert.equal(
      createMac(Buffer.alloc(20, 0x0b))('Hi There').toString('hex'),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    )
    assert.equal(
      createMac(Buffer.from('Jefe'))('what do ya want for nothing?').toString('hex'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  it('makes the same MACs as Node for bytes and text of every length, short after long', () => {
    for (const keyLength of [1, 32, 64]) {
      const key = randomBytes(keyLength)
      const mac = createMac(key)
      for (const length of [3_000, 1_025, 1_024, 1_023, 64, 63, 22, 1, 0]) {
        const bytes = randomBytes(length)
        assert.equal(mac(bytes).toString('hex'), macOf(key, bytes), `${length} bytes`)
        const text = '\u{20ac}x'.repeat(length)
        assert.equal(mac(text).toString('hex'), macOf(key, text), `text of ${length} characters`)
      }
    }
  })

  it('leaves an earlier MAC as it is', () => {
    const mac = createMac(randomBytes(32))
    const first = mac('first')
    const kept = first.toString('hex')
    mac('second')
    assert.equal(first.toString('hex'), kept)
  })

  it('refuses a key that would have to be hashed first', () => {
    assert.throws(() => createMac(Buffer.alloc(65)), RangeError)
  })
})
