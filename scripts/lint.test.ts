/**
 * Lints planted violations in a copy of the repository's folders, so that every rule is seen to fail.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')
let folder: string

/** Files that break a rule: path, text, and the rule that must report the file. */
const violations: readonly [path: string, text: string, rule: string][] = [
  ['api/src/features/otp/environment.ts', 'export const port = process.env.PORT', 'noProcessEnv'],
  [
    'api/src/features/otp/one.ts',
    "import { two } from './two.ts'\nexport const one = () => two",
    'noImportCycles',
  ],
  [
    'api/src/features/otp/two.ts',
    "import { one } from './one.ts'\nexport const two = () => one",
    'noImportCycles',
  ],
  ['api/src/features/otp/default.ts', 'export default 1', 'noDefaultExport'],
  ['api/src/features/otp/all.ts', "export * from './default.ts'", 'noReExportAll'],
  [
    'api/src/features/otp/no-extension.ts',
    "import { b } from './default'\nexport const d = b",
    'useImportExtensions',
  ],
  ['api/src/features/otp/NotKebab.ts', 'export const e = 1', 'useFilenamingConvention'],
  [
    'contract/src/undeclared.ts',
    "import { x } from 'left-pad'\nexport const g = x",
    'noUndeclaredDependencies',
  ],
  [
    'e2e/raw.e2e.ts',
    "import { test } from '@playwright/test'\nexport const own = test",
    'noRestrictedImports',
  ],
  ['e2e/shared.e2e.ts', "export const user = 'student@foyer.test'", 'plugin'],
  ['e2e/template.e2e.ts', `export const user = (name) => \`\${name}@foyer.test\``, 'plugin'],
  ['e2e/goto.e2e.ts', "export const go = (tab) => tab.goto('/', { waitUntil: 'load' })", 'plugin'],
  ['e2e/reload.e2e.ts', "export const again = (tab) => tab.reload({ waitUntil: 'commit' })", 'plugin'],
  [
    'page-tests/focus.test.ts',
    "import assert from 'node:assert/strict'\nexport const f = (d: Document, e: Element) => assert.equal(d.activeElement, e)",
    'plugin',
  ],
  [
    'page-tests/second.test.ts',
    "import assert from 'node:assert/strict'\nexport const f = (d: Document) => assert.equal(null, d.querySelector('a'), 'why')",
    'plugin',
  ],
]

/** A browser test and a page test that keep the rules; the last seven violations each break one of them. */
const journey = `import type { Page } from '@playwright/test'
import { test } from './browser.ts'
test('a title', async ({ page }: { page: Page }) => {
  await page.goto('/', { referer: 'https://example.com' })
  await page.reload()
})`
const pageTest = `import assert from 'node:assert/strict'
export function compare(document: Document): void {
  assert.ok(document.activeElement === document.querySelector('input'), 'no field has the focus')
  assert.equal(document.activeElement?.id, document.querySelector('input')?.id)
}`
const kept = [
  ['e2e/kept.e2e.ts', journey],
  ['page-tests/kept.test.ts', pageTest],
] as const

type Diagnostic = { category: string; location: { path: string } }
let found: Diagnostic[]

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-lint-'))
  spawnSync('git', ['init', '-q'], { cwd: folder })
  for (const workspace of [
    'contract',
    'api',
    'web',
    'sdk',
    'demo',
    'stand-ins',
    'page-tests',
    'e2e',
    'bench',
  ]) {
    mkdirSync(join(folder, workspace))
    cpSync(join(root, workspace, 'package.json'), join(folder, workspace, 'package.json'))
  }
  for (const path of ['biome.json', 'e2e/journeys.grit', 'page-tests/elements.grit'])
    cpSync(join(root, path), join(folder, path))
  for (const [path, text] of [...violations, ...kept]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${text}\n`)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', '--reporter=json', '--max-diagnostics=none'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  const start = stdout.indexOf('{')
  assert.ok(start >= 0, stderr)
  found = JSON.parse(stdout.slice(start)).diagnostics
})
after(() => rmSync(folder, { recursive: true, force: true }))

function rulesBrokenBy(path: string): string[] {
  return found
    .filter(({ location }) => location.path === path)
    .map(({ category }) => category.split('/').at(-1) ?? '')
}

describe('the linter', () => {
  for (const [path, , rule] of violations) {
    it(`finds ${rule} in ${path}`, () =>
      assert.ok(rulesBrokenBy(path).includes(rule), String(rulesBrokenBy(path))))
  }
  for (const [path] of kept)
    it(`finds nothing in ${path}, which keeps the rules`, () => assert.deepEqual(rulesBrokenBy(path), []))
})

describe('the type checker', () => {
  it('finds a wrong type', () => {
    writeFileSync(join(folder, 'wrong.ts'), 'export const wrong: string = 7\n')
    const { status, stdout } = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      ['--noEmit', '--ignoreConfig', '--strict', join(folder, 'wrong.ts')],
      { encoding: 'utf8' },
    )
    assert.notEqual(status, 0)
    assert.match(stdout, /TS2322/)
  })
})
