/** Reads and writes the list of audited states, each with the hashes of its appearance. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const list = join(import.meta.dirname, 'audited-states.json')
/** A state may have several hashes: elements that load in another order get other ids. */
const hashesMax = 3

/** The sources of the states and of their audit. */
const sources = [
  '{web,contract,demo,stand-ins}/src/**/*.*',
  'web/*.ts',
  'seed/src/**/*.ts',
  'api-docs/src/site/*.*',
  'api/src/{features/dev-tools,kernel/html}/**/*.ts',
  'e2e/audit/*.ts',
  'e2e/pages/states.e2e.ts',
  'e2e/{accessibility,states,state,other-pages,text-size}.ts',
  'e2e/**/*-{states,steps,step,faults}.ts',
  'package-lock.json',
]

/** The hashes of a state are on one line, separated by spaces. */
type List = { sources: string; states: Record<string, string> }

/** `AUDIT` audits changed states; `all` audits every state. */
export const isAuditOfAll = process.env.AUDIT === 'all'

/** `npm run audit` notes every state, including unchanged ones. */
export const isNotingAudits = Boolean(process.env.AUDIT)

const audited = readList()

export const knownHashes = (title: string): string[] => audited.states[title]?.split(' ') ?? []

/** Returns true if every state was audited with the current sources; then no state needs a visit. */
export function areAllAudited(titles: readonly string[]): boolean {
  return (
    !isNotingAudits &&
    audited.sources === hashOfSources() &&
    titles.every((title) => Object.hasOwn(audited.states, title))
  )
}

/** Writes the list after a run that reached every state. */
export function noteAudited(seen: readonly { title: string; hash: string }[]): void {
  const states = seen.map(({ title, hash }) => {
    const others = knownHashes(title).filter((known) => known !== hash)
    return [title, [hash, ...others].slice(0, hashesMax).join(' ')] as const
  })
  const sorted = states.toSorted(([one], [other]) => (one < other ? -1 : 1))
  const written: List = { sources: hashOfSources(), states: Object.fromEntries(sorted) }
  writeFileSync(list, `${JSON.stringify(written, null, 2)}\n`)
}

function readList(): List {
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : { sources: '', states: {} }
}

function hashOfSources(): string {
  const names = globSync(sources, { cwd: root }).filter(
    (name) => /\.\w+$/.test(name) && !name.includes('.test.'),
  )
  const hash = createHash('sha256')
  for (const name of names.sort()) hash.update(`${name}\0`).update(readFileSync(join(root, name)))
  return hash.digest('hex').slice(0, 16)
}
