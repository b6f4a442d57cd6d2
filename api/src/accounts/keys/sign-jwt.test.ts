/** Tests that tokens signed in the calling thread are those that any verifier of ES256 accepts. */
import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { jwtVerify } from 'jose'
import { joinNumbers, type SigningKey, signJwt } from './sign-jwt.ts'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const key: SigningKey = { kid: 'a', key: privateKey, headers: new Map() }

/** Writes two integers in DER, each with a zero byte in front of a first bit that is set. */
function inDer(...integers: Buffer[]): Buffer {
  const parts = integers.map((bytes) => {
    const positive = (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes
    return Buffer.concat([Buffer.from([2, positive.length]), positive])
  })
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([48, content.length]), content])
}

describe('signed tokens', () => {
  it('signs five hundred tokens that an independent library verifies', async () => {
    const publicKey = createPublicKey(privateKey)
    for (let count = 0; count < 500; count += 1) {
      const token = signJwt(key, 'at+jwt', { sub: 'me', count, text: '\u{20ac}"' })
      const { payload, protectedHeader } = await jwtVerify(token, publicKey)
      assert.deepEqual(payload, { sub: 'me', count, text: '\u{20ac}"' })
      assert.deepEqual(protectedHeader, { alg: 'ES256', kid: 'a', typ: 'at+jwt' })
    }
  })

  it('names the type of a token in its header', async () => {
    for (const typ of ['at+jwt', 'logout+jwt', 'JWT', 'at+jwt'] as const) {
      const { protectedHeader } = await jwtVerify(signJwt(key, typ, {}), createPublicKey(privateKey))
      assert.equal(protectedHeader.typ, typ)
    }
  })
})

describe('the numbers of a signature', () => {
  it('writes both numbers of a signature with 32 bytes, whatever their length in DER', () => {
    const integers = {
      high: Buffer.alloc(32, 0xff),
      low: Buffer.alloc(32, 0x7f),
      short: Buffer.alloc(31, 0xff),
      shorter: Buffer.alloc(3, 0x01),
      zero: Buffer.alloc(1),
    }
    for (const [rName, r] of Object.entries(integers))
      for (const [sName, s] of Object.entries(integers)) {
        const padded = [r, s].map((bytes) => Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]))
        assert.deepEqual(joinNumbers(inDer(r, s)), Buffer.concat(padded), `${rName}, ${sName}`)
      }
  })
})
