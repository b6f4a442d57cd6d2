/**
 * Finds regular expressions whose matching time grows faster than their input (ReDoS). recheck analyses every literal
 * of the shipped sources, even if the pattern matches no outside input today, because callers change more often than
 * patterns.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { type ESTree, parseSync, Visitor } from 'vite'

/** The sources that run in production; tests and their helpers choose their own input. */
const shipped = '{contract,api,web,sdk,demo,stand-ins}/**/*.{ts,tsx,js,mjs}'
const notShipped = /(^|\/)(node_modules|dist(-[^/]+)?|testing)\/|\.test\.tsx?$|\/test-[^/]*$/

/** Far above the analysis time of any of our patterns. */
const timeoutMs = 60_000
/** A try that takes longer counts as slow. recheck's own limits are reached by linear patterns on a busy machine. */
const attackMs = 5_000

/** The comment that must be above a pattern built at run time; it explains why matching takes linear time. */
const excuse = /^\s*\/\/ Linear: \S/

type Pattern = { place: string; source: string; flags: string }
type Found = { patterns: Pattern[]; faults: string[] }

/** Returns one line for each pattern below `root` that is super-linear or cannot be analysed. */
export async function findSlowPatterns(root: string): Promise<string[]> {
  const found = globSync(shipped, { cwd: root })
    .filter((file) => !notShipped.test(file))
    .sort()
    .map((file) => patternsIn(file, readFileSync(join(root, file), 'utf8')))
  const lines = found.flatMap(({ faults }) => faults)
  // Analyses one pattern after the other: parallel analyses share a random source, and their results would vary.
  for (const places of placesByPattern(found.flatMap(({ patterns }) => patterns)))
    lines.push(...(await analyse(places)))
  return lines
}

function patternsIn(file: string, text: string): Found {
  const { program, errors } = parseSync(file, text)
  const found: Found = { patterns: [], faults: errors.map(({ message }) => `${file}: ${message}`) }
  const placeOf = ({ start }: { start: number }) => `${file}:${text.slice(0, start).split('\n').length}`
  const refuse = ({ start }: ESTree.Node) => {
    const lineAbove = text.slice(0, start).split('\n').at(-2) ?? ''
    if (!excuse.test(lineAbove))
      found.faults.push(
        `${placeOf({ start })} is built at run time: write it as a literal, which can be checked`,
      )
  }
  const visitor = new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      found.patterns.push({ place: placeOf(node), source: pattern, flags })
    },
    NewExpression: (node) => void (isRegExp(node.callee) && refuse(node)),
    CallExpression: (node) => void ((isRegExp(node.callee) || isMatchOfText(node)) && refuse(node)),
  })
  visitor.visit(program)
  return found
}

function isRegExp(callee: ESTree.Expression): boolean {
  return callee.type === 'Identifier' && callee.name === 'RegExp'
}

/** Returns true for `text.match('a+')`, which compiles its argument as a pattern. */
function isMatchOfText({ callee, arguments: [argument] }: ESTree.CallExpression): boolean {
  if (callee.type !== 'MemberExpression' || callee.computed || !argument) return false
  const isText =
    argument.type === 'TemplateLiteral' || (argument.type === 'Literal' && typeof argument.value === 'string')
  return isText && ['match', 'matchAll', 'search'].includes(callee.property.name)
}

function placesByPattern(patterns: readonly Pattern[]): Pattern[][] {
  return Object.values(Object.groupBy(patterns, ({ source, flags }) => `/${source}/${flags}`)).map(
    (places) => places ?? [],
  )
}

async function analyse(places: Pattern[]): Promise<string[]> {
  const [{ source, flags } = { source: '', flags: '' }] = places
  const bounds = { timeout: timeoutMs, attackTimeout: attackMs, incubationTimeout: attackMs }
  const verdict = await check(source, flags, bounds)
  if (verdict.status === 'safe') return []
  const reason =
    verdict.status === 'vulnerable'
      ? `takes ${verdict.complexity.summary} time for ${verdict.attack.pattern}`
      : `cannot be analysed (${verdict.error.kind})`
  return places.map(({ place }) => `${place} /${source}/${flags} ${reason}`)
}
