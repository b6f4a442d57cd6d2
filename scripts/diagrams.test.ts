import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { drawDiagrams } from './diagrams.ts'

const root = join(import.meta.dirname, '..')
const diagrams = drawDiagrams(root)

test('every step machine has a diagram', () => {
  assert.ok(diagrams.size >= 5, `only ${diagrams.size} machines were found`)
})

for (const [file, diagram] of diagrams) {
  test(`${file} shows the table as it is (\`npm run diagrams\` writes it anew)`, () => {
    assert.equal(readFileSync(join(root, file), 'utf8'), diagram)
  })
}

test('the diagram of sign-in has every way that a code can take', () => {
  const lines = diagrams.get('web/src/sign-in/sign-in-machine.mermaid')?.split('\n') ?? []
  for (const line of [
    '  [*] --> identifier',
    '  [*] --> credentials',
    '  sending : entry / sendOtp',
    '  identifier : prefilled',
    '  lookingUp --> unsent : found',
    '  lookingUp --> sending : found',
    '  sending --> identifier : sendRefused',
    '  sending --> tooManyCodes : sendRefused',
    '  otp --> password : passwordChosen',
    '  handingOver --> credentials : signedOut',
  ])
    assert.ok(lines.includes(line), line)
})
