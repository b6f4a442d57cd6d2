/** Prints figures as a table and writes them as JSON; only `--check` makes a missed target fail the run. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Cost } from './cost.ts'

export type Figure = {
  name: string
  /** null if this machine cannot measure the figure. */
  value: number | null
  unit: string
  p50Ms?: number
  p99Ms?: number
  cost?: Cost
  /** In the unit of the figure. */
  target?: { atLeast: number } | { atMost: number }
}

const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    json: { type: 'string' },
    only: { type: 'string' },
    profile: { type: 'string' },
    against: { type: 'string' },
    people: { type: 'string' },
    soak: { type: 'string' },
    statements: { type: 'boolean', default: false },
  },
})

/** The loads in `--only`; undefined measures all loads. */
export const only = options.only?.split(',')
/** The folder in `--profile` for CPU profiles of the service. */
export const profileFolder = options.profile
/** The folder of another built checkout in `--against`, whose service runs the same loads in the same rounds. */
export const otherCheckout = options.against
/** The number of users in `--people`: the same build also runs on a second database with that many users. */
export const people = options.people === undefined ? undefined : Number(options.people)
/** The minutes in `--soak`, which replaces the loads (soak.ts). */
export const soakMinutes = options.soak === undefined ? undefined : Number(options.soak)
/** True with `--statements`, which lists the statements of each load. */
export const listsStatements = options.statements

/** Columns of CPU milliseconds per operation by process, and of statements per operation. */
const costColumns: [head: string, read: (cost: Cost) => string][] = [
  ['service', ({ answeringMs }) => cpu(answeringMs)],
  ['Postgres', ({ postgresMs }) => cpu(postgresMs)],
  ['generator', ({ generatorMs }) => cpu(generatorMs)],
  ['statements', ({ statements }) => (statements ? statements.toFixed(2) : '')],
]

export function report(title: string, figures: readonly Figure[]): void {
  const columns = figures.some(({ cost }) => cost) ? costColumns : []
  const head = ['', 'figure', 'p50', 'p99', ...columns.map(([name]) => name), 'target', '']
  const rows = figures.map((figure) => [
    figure.name,
    figure.value === null ? 'n/a' : withUnit(figure.value, figure.unit),
    milliseconds(figure.p50Ms),
    milliseconds(figure.p99Ms),
    ...columns.map(([, read]) => (figure.cost ? read(figure.cost) : '')),
    targetOf(figure),
    verdict(figure),
  ])
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const fill = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
  const line = (cells: readonly string[]) => `| ${cells.map(fill).join(' | ')} |`
  const rule = line(
    widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)),
  )
  console.log(`\n${title}\n\n${[line(head), rule, ...rows.map(line)].join('\n')}\n`)
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ title, figures }, null, 2)}\n`)
  if (options.check && figures.some((figure) => verdict(figure) === 'MISSED')) process.exitCode = 1
}

function targetOf({ target, unit }: Figure): string {
  if (!target) return ''
  return 'atLeast' in target ? `≥ ${withUnit(target.atLeast, unit)}` : `≤ ${withUnit(target.atMost, unit)}`
}

function verdict({ value, target }: Figure): string {
  if (!target || value === null) return ''
  return ('atLeast' in target ? value >= target.atLeast : value <= target.atMost) ? 'ok' : 'MISSED'
}

function withUnit(value: number, unit: string): string {
  const digits = unit === '×' || (value < 10 && value % 1 !== 0) ? 2 : 0
  const number = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return unit === '×' ? `${number}×` : `${number} ${unit}`.trim()
}

function cpu(milliseconds: number): string {
  return milliseconds ? `${milliseconds.toFixed(2)} ms` : ''
}

function milliseconds(value: number | undefined): string {
  return value === undefined ? '' : `${value.toFixed(1)} ms`
}
