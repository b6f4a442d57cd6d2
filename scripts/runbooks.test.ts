/** Tests that every command of Foyer in the operators' documents exists, with the options that it is given. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { commands } from '../api/src/operator/command-line/commands.ts'

const documents = ['docs/runbooks.md', 'docs/operating.md', 'docs/debugging.md']

/** Returns the words after `foyer` in inline code and code blocks. */
function namedCommands(document: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '..', document), 'utf8')
  const inline = [...text.matchAll(/`foyer ([^`]+)`/g)].map(([, words = '']) => words)
  const blocks = [...text.matchAll(/(?:npm run (?:--silent )?foyer --|dist\/foyer\.js) ([^`\n|#>]+)/g)]
  return [...inline, ...blocks.map(([, words = '']) => words.trim())]
}

function faultIn(words: string): string | null {
  const given = words.split(/\s+/)
  const command = commands.find(({ usage }) =>
    usage
      .split(' ')
      .filter((word) => /^[a-z-]+$/.test(word))
      .every((word, index) => given[index] === word),
  )
  if (!command) return `${words}: no such command`
  const known = [
    '--json',
    '--as',
    '--help',
    ...(command.options ?? []).map(({ flags }) => flags.split(' ')[0]),
  ]
  const unknown = given.filter((word) => word.startsWith('--') && word !== '--' && !known.includes(word))
  return unknown.length > 0 ? `${words}: ${unknown.join(', ')}` : null
}

describe('commands in documents', () => {
  for (const document of documents)
    it(`every command of Foyer in ${document} exists with its options`, () => {
      const named = namedCommands(document)
      assert.ok(named.length > 2, document)
      assert.deepEqual(
        named.flatMap((words) => faultIn(words) ?? []),
        [],
      )
    })
})
