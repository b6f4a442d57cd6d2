/** `npm run settings`: generates docs/settings.md from the schema of the settings and the comments of its rows. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileVariables } from '../api/src/kernel/config/environment.ts'
import { settingsSchema } from '../api/src/kernel/config/settings.ts'
import { socialSettings } from '../api/src/kernel/config/social-settings.ts'
import { storageSettings } from '../api/src/kernel/config/storage-settings.ts'

const folder = join(import.meta.dirname, '../api/src/kernel/config')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const settingsText = read('settings.ts')
const texts = [settingsText, read('social-settings.ts'), read('storage-settings.ts')]

const included: Record<string, object> = { socialSettings, storageSettings }
/** The part of a valibot schema that is read here: an optional setting has the type `optional`. */
type Entry = { type: string; default?: unknown }
const development: Record<string, Entry> = settingsSchema(false).entries
const production: Record<string, Entry> = settingsSchema(true).entries

type Comment = { meaning: string; fallback: string | undefined }

/** The comment above each setting. A line with `@default` replaces the schema's default. */
const comments = new Map(
  texts
    .flatMap((text) => [...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+([A-Z][A-Z0-9_]+): /g)])
    .map(([, comment = '', name = '']): [string, Comment] => {
      const plain = comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim()
      const [meaning = '', fallback] = plain.split(' @default ')
      return [name, { meaning, fallback }]
    }),
)

function defaultOf(name: string): string {
  const fallback = comments.get(name)?.fallback ?? schemaDefault(name)
  return isRequired(name) ? `required in production; else ${fallback}` : fallback
}

function schemaDefault(name: string): string {
  const [usual, inProduction] = [development, production].map((entries) => {
    const value = entries[name]?.default
    return value ? `\`${value}\`` : 'none'
  })
  return usual === inProduction ? `${usual}` : `${usual}; production: ${inProduction}`
}

function isRequired(name: string): boolean {
  return production[name]?.type !== 'optional'
}

/** Returns the settings below each comment `// Section: …`, in the order of the schema. */
function sections(): { title: string; names: string[] }[] {
  const found: { title: string; names: string[] }[] = []
  for (const [, title, name, list] of settingsText.matchAll(
    /^ {4}(?:\/\/ Section: (.+)|([A-Z][A-Z0-9_]+): .*|\.\.\.(\w+),)$/gm,
  )) {
    if (title) found.push({ title, names: [] })
    const names = list ? Object.keys(included[list] ?? {}) : name ? [name] : []
    found.at(-1)?.names.push(...names)
  }
  return found
}

export function settingsPage(): string {
  const listed = sections().flatMap(({ names }) => names)
  const unlisted = Object.keys(development).filter((name) => !listed.includes(name) || !comments.has(name))
  if (unlisted.length) throw new Error(`without a section or a comment: ${unlisted.join(', ')}`)
  const tables = sections().map(({ title, names }) => {
    const rows = names.map((name) => `| \`${name}\` | ${defaultOf(name)} | ${comments.get(name)?.meaning} |`)
    return [`## ${title}`, '', '| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
  })
  const files = fileVariables.map((name) => `\`${name}_FILE\``).join(', ')
  return `${[
    '# Settings',
    'Settings are environment variables. An empty variable counts as unset. The service reports every wrong value at its start, in one line that names the variable. [Operating](operating.md#what-must-be-set) says what an installation must set.',
    'This page is made by `npm run settings` from `settings.ts`, `social-settings.ts` and `storage-settings.ts` in `api/src/kernel/config/`; change it there.',
    ...tables,
    '## Secrets in files',
    `A file may hold the value of a secret ([with compose](operating.md#with-compose)): set ${files} to its path instead of the variable.`,
  ].join('\n\n')}\n`
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../docs/settings.md'), settingsPage())
