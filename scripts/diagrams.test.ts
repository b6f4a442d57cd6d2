import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { drawDiagrams } from './diagrams.ts'

const root = join(import.meta.dirname, '..')
const diagrams = drawDiagrams(root)

test('finds a diagram for every step machine', () => {
  assert.ok(diagrams.size >= 5, `only ${diagrams.size} machines were found`)
})

for (const [file, diagram] of diagrams) {
  test(`keeps ${file} current (\`npm run diagrams\` writes it)`, () => {
    assert.equal(readFileSync(join(root, file), 'utf8'), diagram)
  })
}

test('draws every move of the proof in the diagram of each machine that includes it', () => {
  const proved = {
    'sign-in/sign-in-machine': '  proving --> credentials : refused',
    'flow/sign-up-steps/sign-up-machine': '  proving --> contact : refused',
    'social/link/link-machine': '  proving --> expired : refused',
  }
  for (const [machine, own] of Object.entries(proved)) {
    const lines = diagrams.get(`web/src/${machine}.mermaid`)?.split('\n') ?? []
    const shared = [
      '  account --> sendingCode : codeRequested',
      '  sendingCode : entry / sendCode',
      '  sendingCode --> unsent : sendRefused',
      '  code --> account : passwordChosen',
      '  code --> proving : otpSubmitted',
      '  proving --> code : refused',
    ]
    for (const line of [...shared, own]) assert.ok(lines.includes(line), `${machine}: ${line}`)
  }
})

test('draws every move of one-time codes in the diagram of sign-in', () => {
  const lines = diagrams.get('web/src/sign-in/sign-in-machine.mermaid')?.split('\n') ?? []
  for (const line of [
    '  [*] --> identifier',
    '  [*] --> credentials',
    '  identifier : prefilled',
    '  lookingUp --> sendingCode : found',
    '  sendingCode --> identifier : sendRefused',
    '  sendingCode --> tooManyCodes : sendRefused',
    '  handingOver --> credentials : signedOut',
  ])
    assert.ok(lines.includes(line), line)
})
