/** Lints a copy of the tree's shape with planted violations: every wall, limit and naming rule is seen to fail. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')
let folder: string

/** Imports that a wall refuses, by the file that holds them. */
const refusedImports: Record<string, readonly string[]> = {
  'contract/src/a.ts': ['fastify', 'node:fs', '@foyer/sdk/x'],
  'api/src/app.ts': ['./testing/x.ts', '@foyer/web/x'],
  'api/src/kernel/failure.ts': ['./services.ts', './http/x.ts', './accounts/users/x.ts', '@foyer/web/x'],
  'api/src/services.ts': ['./app.ts', './sign-in/x.ts', './limits/x.ts', '@foyer/web/x'],
  'api/src/sign-in/a.ts': [
    '../otp/x.ts',
    '../http/serve.ts',
    '../captcha/x.ts',
    '../pictures/x.ts',
    '../testing/x.ts',
    '../app.ts',
    './../otp/x.ts',
    '@foyer/web/x',
  ],
  'api/src/pictures/a.ts': ['../services.ts', '../captcha/x.ts', '../sign-in/x.ts', '@foyer/web/x'],
  'api/src/storage/a.ts': ['../config/x.ts', '../db/x.ts', '@foyer/web/x'],
  'api/src/uploads/a.ts': ['../pictures/x.ts', '../db/x.ts', '../limits/rate-limit.ts', '@foyer/web/x'],
  'api/src/captcha/a.ts': ['../services.ts', '../accounts/users/x.ts', '../sign-in/x.ts', '@foyer/web/x'],
  'api/src/accounts/users/a.ts': [
    '../../sign-in/x.ts',
    '../../http/serve.ts',
    '../../app.ts',
    '../../services.ts',
    '../../testing/x.ts',
    '@foyer/web/x',
  ],
  'api/src/social/providers/a.ts': [
    '../../sign-in/x.ts',
    '../../services.ts',
    '../callback.ts',
    '../../../../bench/x.ts',
    '@foyer/web/x',
  ],
  'api/src/http/a.ts': ['../accounts/users/x.ts', '../services.ts', '../outbox/x.ts', '@foyer/web/x'],
  'api/src/http/pages/a.ts': ['../../accounts/users/x.ts', '../../services.ts', '@foyer/web/x'],
  'api/src/outbox/a.ts': ['../http/serve.ts', '../accounts/users/x.ts', '../services.ts', '@foyer/web/x'],
  'api/src/outbox/senders/a.ts': ['../../accounts/users/x.ts', '../../limits/x.ts', '@foyer/web/x'],
  'api/src/limits/a.ts': ['../accounts/users/x.ts', '../outbox/x.ts', '../services.ts', '@foyer/web/x'],
  'api/src/config/a.ts': ['../http/serve.ts', '../limits/x.ts', '../accounts/users/x.ts', '@foyer/web/x'],
  'api/src/db/a.ts': ['../accounts/users/x.ts', '../config/x.ts', '../failure.ts', '@foyer/web/x'],
  'api/src/db/migrations/a.ts': ['../../accounts/users/x.ts', '../../failure.ts', '@foyer/web/x'],
  'api/src/outbound/a.ts': ['../limits/x.ts', '../failure.ts', '@foyer/web/x'],
  'api/src/html/a.ts': ['../http/x.ts', '../failure.ts', '@foyer/web/x'],
  'api/src/monitoring/a.ts': ['../sign-in/x.ts', '../accounts/users/x.ts', '../db/x.ts', '@foyer/web/x'],
  'api/src/operator/jobs/jobs.ts': ['../app.ts', '../services.ts', '../sign-in/x.routes.ts', '@foyer/web/x'],
  'api/src/jobs/a.ts': ['../sign-in/x.ts'],
  'api/src/command-line/a.ts': ['../app.ts', '../http/serve.ts', '../sign-in/x.routes.ts', '@foyer/web/x'],
  'api/src/testing/a.ts': ['@foyer/web/x'],
  'web/src/sign-in/a.ts': ['../sign-up/x.ts', '../app/x.ts', '../main.tsx', '@foyer/api/x'],
  'web/src/social/a.ts': ['../sign-in/x.ts', '../app/x.ts', '@foyer/api/x'],
  'web/src/sign-in/steps/a.ts': ['../../sign-up/x.ts', '../../main.tsx', '@foyer/api/x'],
  'web/src/sign-in/x-machine.ts': [
    'react',
    '../api/call.ts',
    '../ui/x.ts',
    '../sign-up/x.ts',
    '@foyer/api/x',
  ],
  'web/src/app/a.ts': ['@foyer/api/x'],
  'web/src/flow/a.ts': ['../sign-up/x.ts', '../analytics/x.ts', '@foyer/api/x'],
  'web/src/flow/form/a.ts': ['../../sign-up/x.ts', '../../analytics/x.ts', '@foyer/api/x'],
  'web/src/session/a.ts': ['react', '../sign-in/x.ts', '../flow/x.ts', '../ui/x.ts', '@foyer/api/x'],
  'web/src/analytics/a.ts': ['../session/x.ts', '../flow/x.ts', '@foyer/api/x'],
  'web/src/api/a.ts': ['../session/x.ts', '../ui/x.ts', '@foyer/api/x'],
  'web/src/api/storage/a.ts': ['../../session/x.ts', '../../ui/x.ts', '@foyer/api/x'],
  'web/src/platforms/a.ts': ['../session/x.ts', '../api/x.ts', '@foyer/api/x'],
  'web/src/platforms/families/a.ts': ['../../session/x.ts', '@foyer/api/x'],
  'web/src/embedded/a.ts': ['react', '../flow/x.ts', '@foyer/api/x'],
  'web/src/ui/a.ts': ['@foyer/contract/platforms', '../flow/x.ts'],
  'web/src/ui/fields/a.ts': ['../../flow/x.ts', '@foyer/contract/platforms'],
  'sdk/src/a.ts': ['@foyer/contract/platforms'],
  'demo/src/a.ts': ['@foyer/contract/platforms'],
  'stand-ins/src/a.ts': ['@foyer/contract/platforms'],
  'bench/service/a.ts': ['../../api/src/accounts/passwords/password-hashing.ts', '@foyer/contract/platforms'],
}

/** Imports that the same walls let pass. */
const allowedImports: Record<string, readonly string[]> = {
  'contract/src/a.ts': ['valibot', './x.ts'],
  'contract/src/routes/a.ts': ['../fields.ts'],
  'api/src/kernel/failure.ts': ['./start-error.ts', './db/x.ts', './monitoring/x.ts'],
  'api/src/services.ts': [
    './accounts/users/x.ts',
    './captcha/x.ts',
    './uploads/x.ts',
    './http/serve.ts',
    './keyring.ts',
  ],
  'api/src/sign-in/a.ts': [
    '../accounts/users/x.ts',
    '../outbound/x.ts',
    '../storage/x.ts',
    '../services.ts',
    '../audit.ts',
  ],
  'api/src/schools/a.ts': ['../reference/x.ts', '../accounts/users/x.ts'],
  'api/src/pictures/a.ts': ['../storage/x.ts', '../accounts/users/x.ts', '../outbound/x.ts'],
  'api/src/uploads/a.ts': ['../storage/x.ts', '../failure.ts', '../limits/fair-queue.ts', '../outbound/x.ts'],
  'api/src/storage/a.ts': ['../start-error.ts', '../failure.ts', '../outbound/x.ts'],
  'api/src/captcha/a.ts': ['../http/serve.ts', '../outbound/x.ts', '../failure.ts'],
  'api/src/accounts/users/a.ts': [
    '../sessions/x.ts',
    '../../limits/x.ts',
    '../../outbox/x.ts',
    '../../audit.ts',
  ],
  'api/src/social/providers/a.ts': ['../identity.ts', '../../outbound/x.ts', '../../accounts/users/x.ts'],
  'api/src/http/a.ts': ['../limits/x.ts', './pages/x.ts', '../failure.ts'],
  'api/src/http/pages/a.ts': ['../serve.ts', '../../config/x.ts', '../../html/x.ts'],
  'api/src/dev/a.ts': ['../html/x.ts', '../outbox/x.ts'],
  'api/src/html/a.ts': ['@foyer/contract/families', './x.ts'],
  'api/src/outbox/a.ts': ['../limits/x.ts', './senders/x.ts', '../monitoring/x.ts'],
  'api/src/outbound/a.ts': ['./x.ts', '../repeating-job.ts'],
  'api/src/outbox/senders/a.ts': ['../payload.ts', '../../outbound/x.ts'],
  'api/src/limits/a.ts': ['../failure.ts', '../db/x.ts', '../config/x.ts'],
  'api/src/config/a.ts': ['../db/x.ts', '../../x.json'],
  'api/src/db/a.ts': ['../start-error.ts', './migrations/x.ts'],
  'api/src/db/migrations/a.ts': ['../x.ts'],
  'api/src/operator/jobs/jobs.ts': ['../sign-in/x.ts', '../accounts/users/x.ts'],
  'api/src/command-line/a.ts': ['../sign-in/x.ts', '../jobs/x.ts'],
  'api/src/otp/a.test.ts': ['../sign-in/x.ts', '../testing/x.ts'],
  'web/src/sign-in/a.ts': [
    '../session/x.ts',
    '../flow/form/x.ts',
    '../social/x.ts',
    '../api/call.ts',
    'react',
  ],
  'web/src/sign-in/x-machine.ts': ['../flow/machine/x.ts', '../api/failure.ts', './x.ts'],
  'web/src/flow/form/a.ts': ['../machine/x.ts', '../../session/x.ts', 'react'],
  'web/src/session/a.ts': ['../analytics/x.ts', '../api/call.ts'],
  'web/src/api/storage/a.ts': ['../call.ts'],
  'web/src/ui/fields/a.ts': ['../feedback/x.ts'],
  'bench/service/a.ts': ['../../api/src/db/embedded.ts', '@foyer/sdk/x'],
}

/** Files that break another rule: path, text, and the rule that finds it. */
const violations: readonly [path: string, text: string, rule: string][] = [
  ['api/src/otp/environment.ts', 'export const port = process.env.PORT', 'noProcessEnv'],
  ['api/src/otp/one.ts', "import { two } from './two.ts'\nexport const one = () => two", 'noImportCycles'],
  ['api/src/otp/two.ts', "import { one } from './one.ts'\nexport const two = () => one", 'noImportCycles'],
  ['api/src/otp/default.ts', 'export default 1', 'noDefaultExport'],
  ['api/src/otp/all.ts', "export * from './default.ts'", 'noReExportAll'],
  ['api/src/otp/no-extension.ts', "import { b } from './default'\nexport const d = b", 'useImportExtensions'],
  ['api/src/otp/NotKebab.ts', 'export const e = 1', 'useFilenamingConvention'],
  [
    'api/src/otp/long.ts',
    Array.from({ length: 301 }, (_, i) => `export const f${i} = 1`).join('\n'),
    'noExcessiveLinesPerFile',
  ],
  [
    'contract/src/undeclared.ts',
    "import { x } from 'left-pad'\nexport const g = x",
    'noUndeclaredDependencies',
  ],
  [
    'api/src/sign-in/type.ts',
    "import type { X } from '../otp/x.ts'\nexport type B = X",
    'noRestrictedImports',
  ],
  ['api/src/http/re-export.ts', "export { x } from '../accounts/users/x.ts'", 'noRestrictedImports'],
  ['web/src/sign-in/lazy.ts', "export const b = () => import('@foyer/api/x')", 'noRestrictedImports'],
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

/** A journey and a page test that keep the rules which the last seven break. */
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

/** The text of a file with one import a line: those that its wall refuses, then those that it lets pass. */
function importsOf(path: string): string {
  const imports = [...(refusedImports[path] ?? []), ...(allowedImports[path] ?? [])]
  const lines = imports.map((from, index) => `import { x as x${index} } from '${from}'`)
  return [...lines, `export const all = [${imports.map((_, index) => `x${index}`)}]`].join('\n')
}

type Diagnostic = { category: string; location: { path: string; start: { line: number } } }
let found: Diagnostic[]

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-walls-'))
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
  const walled = Object.keys({ ...refusedImports, ...allowedImports })
  const texts = walled.map((path): [string, string] => [path, importsOf(path)])
  for (const [path, text] of [...texts, ...violations, ...kept]) {
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

function rulesBrokenBy(path: string, line?: number): string[] {
  return found
    .filter(({ location }) => location.path === path && (line ?? location.start.line) === location.start.line)
    .map(({ category }) => category.split('/').at(-1) ?? '')
}

describe('the import walls', () => {
  for (const [path, imports] of Object.entries(refusedImports)) {
    it(`refuses ${imports.join(', ')} in ${path}`, () => {
      for (const [index, from] of imports.entries())
        assert.ok(rulesBrokenBy(path, index + 1).includes('noRestrictedImports'), from)
    })
  }
  for (const [path, imports] of Object.entries(allowedImports)) {
    it(`lets ${path} import ${imports.join(', ')}`, () => {
      const firstLine = 1 + (refusedImports[path]?.length ?? 0)
      for (const [index, from] of imports.entries())
        assert.ok(!rulesBrokenBy(path, firstLine + index).includes('noRestrictedImports'), from)
    })
  }
})

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
