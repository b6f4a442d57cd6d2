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

test('draws every move of one-time codes in the diagram of sign-in', () => {
  const lines = diagrams.get('web/src/sign-in/sign-in-machine.mermaid')?.split('\n') ?? []
  for (const line of [
    '  [*] --> identifier',
    '  [*] --> credentials',
    '  sending : entry / sendOtp',
    '  identifier : prefilled',
    '  lookingUp --> sending : found',
    '  sending --> identifier : sendRefused',
    '  sending --> tooManyCodes : sendRefused',
    '  otp --> password : passwordChosen',
    '  handingOver --> credentials : signedOut',
  ])
    assert.ok(lines.includes(line), line)
})
