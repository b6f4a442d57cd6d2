/** Compares the P-256 arithmetic of the example platform with OpenSSL. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { it } from 'node:test'
import { folder, options } from './test-site.ts'

type Case = { x: string; y: string; text: string; signature: string }

const hex = (base64url = '') => Buffer.from(base64url, 'base64url').toString('hex')
const zero = '0'.repeat(64)
const one = zero.replace(/0$/, '1')
const order = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'

/** Checks all cases in one process of Python. */
function check(cases: readonly Case[]): string[] {
  const program = `import json, sys, p256
for case in json.load(sys.stdin):
    key = int(case["x"], 16), int(case["y"], 16)
    print(p256.is_signature(key, case["text"].encode(), bytes.fromhex(case["signature"])))`
  const input = JSON.stringify(cases)
  return execFileSync('python3', ['-B', '-c', program], { cwd: folder, input }).toString().trim().split('\n')
}

function signedCase(text: string): Case {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return { x: hex(x), y: hex(y), text, signature: signature.toString('hex') }
}

it('the Python example accepts signatures of OpenSSL', options, () => {
  const cases = Array.from({ length: 12 }, (_, index) => signedCase(`text ${index}`))
  assert.deepEqual(new Set(check(cases)), new Set(['True']))
})

it('the Python example refuses other texts, numbers out of range and points off the curve', options, () => {
  const right = signedCase('text')
  const [r, s] = [right.signature.slice(0, 64), right.signature.slice(64)]
  const signatures = [zero + s, r + zero, order + s, r + order, zero + zero, one + one, s + r, r, '']
  const wrong = [
    ...signatures.map((signature) => ({ ...right, signature })),
    { ...right, text: 'another text' },
    { ...right, y: one },
    { ...right, x: zero, y: zero },
    { ...signedCase('text'), signature: right.signature },
  ]
  assert.deepEqual(
    check(wrong),
    wrong.map(() => 'False'),
  )
})
