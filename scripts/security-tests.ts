/**
 * `npm run security-tests`: lists the threats of docs/security-tests.md with the test files that cover each, and with
 * `--titles` their tests. A test file names the numbers in its first comment or in a title.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const files =
  '{api,web,contract,sdk,demo,stand-ins,docs,scripts,page-tests,e2e,bench}/**/*.{test,e2e}.{ts,tsx}'
const measurements = 'bench/{faults,service}/*.ts'

type Proof = { number: string; threat: string; files: string[] }

/** Also lists numbers that a test names but the document does not; their threat is empty. */
export function listProofs(): Proof[] {
  const proofs = new Map<string, Proof>()
  for (const [, number = '', threat = ''] of read('docs/security-tests.md').matchAll(
    /^\| (N-\w+) \| (.+) \|$/gm,
  ))
    proofs.set(number, { number, threat, files: [] })
  for (const file of globSync([files, measurements], { cwd: root }).sort()) {
    if (file.includes('node_modules')) continue
    for (const number of numbersOf(read(file))) {
      const proof = proofs.get(number) ?? { number, threat: '', files: [] }
      proofs.set(number, { ...proof, files: [...proof.files, file] })
    }
  }
  return [...proofs.values()]
}

function numbersOf(text: string): Set<string> {
  const [head = ''] = /^\/\*\*[\s\S]*?\*\//.exec(text) ?? []
  return new Set(`${head}\n${titlesOf(text).join('\n')}`.match(/\bN-\d+[a-z]?\b/g))
}

function titlesOf(text: string): string[] {
  const calls = text.matchAll(
    /^ *(?:it|test|title)(?:\.\w+)?[(:]\s*(?:'([^'\n]+)'|`([^`\n]+)`|"([^"\n]+)")/gm,
  )
  return [...calls].map(([, single, template, double]) => single ?? template ?? double ?? '')
}

if (import.meta.main)
  for (const { number, threat, files } of listProofs()) {
    console.info(`${number}  ${threat}`)
    for (const file of files) {
      console.info(`    ${file}`)
      if (process.argv.includes('--titles'))
        for (const title of titlesOf(read(file))) console.info(`        ${title}`)
    }
  }
