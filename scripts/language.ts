/**
 * Finds comments and test titles that the style of the project rules out (CONTRIBUTING.md, "Style"): a comment begins
 * with its subject, and a test title is a sentence that stands alone in a report.
 */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const sources = '{api,bench,contract,demo,docs,e2e,scripts,sdk,stand-ins,web}/**/*.{ts,tsx,mjs}'
const notOurs = /(^|\/)(node_modules|dist(-[^/]+)?)\//

const refusedOpenings = [
  'Of',
  'Who',
  'Whoever',
  'Whom',
  'What',
  'As',
  'With',
  'Where',
  'Whether',
  'Why',
  'How',
  'Somebody',
  'Anybody',
  'Nobody',
  'Everybody',
]
const comment = new RegExp(`^\\s*(?:/\\*\\*|//|\\*)\\s+(?:${refusedOpenings.join('|')})\\b`)
const title =
  /^\s*(?:it|test)(?:\.\w+)?\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`)/

/** Openings that read on from a `describe`, or from the title before. */
const refusedTitles =
  /^(?:and|the (?:second|third|fourth|next)|is|are|was|were|of|with|who|whoever|what|where|as|but|or|then|so|also)\b/i

/** One line for each comment or title that is ruled out: file, line and the words. */
export async function findRefusedWording(root: string): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob(sources, { cwd: root })) {
    if (notOurs.test(file)) continue
    const lines = (await readFile(join(root, file), 'utf8')).split('\n')
    for (const [index, line] of lines.entries()) {
      const wording = commentFault(lines, index) ?? titleFault(file, line, lines[index + 1] ?? '')
      if (wording) found.push(`${file}:${index + 1} ${wording}`)
    }
  }
  return found
}

/** A line within a longer comment may begin with any word: only the first one, and one after an empty line, opens a thought. */
function commentFault(lines: readonly string[], index: number): string | null {
  const line = lines[index] ?? ''
  if (!comment.test(line)) return null
  const before = lines[index - 1] ?? ''
  const continues = /^\s*\*/.test(line) ? !/^\s*(?:\/\*\*|\*)\s*$/.test(before) : /^\s*\/\//.test(before)
  return continues ? null : `comment: ${line.trim().slice(0, 80)}`
}

function titleFault(file: string, line: string, next: string): string | null {
  if (!/\.(?:test|e2e)\.tsx?$/.test(file)) return null
  const [, single, double, template] = title.exec(/\($/.test(line) ? line + next.trim() : line) ?? []
  const text = single ?? double ?? template
  return text !== undefined && refusedTitles.test(text) ? `title: ${text.slice(0, 80)}` : null
}

if (import.meta.main) {
  const found = await findRefusedWording(join(import.meta.dirname, '..'))
  console.log(found.join('\n') || 'No wording to change.')
}
