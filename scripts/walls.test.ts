/** Each wall, limit and naming rule is seen to fail: one planted violation a rule, in a copy of the tree's shape. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')
let folder: string

const importing = (path: string) => `import { x } from '${path}'\nexport const a = x`

/** File, what it says, and the rule that must find it. */
const planted: [string, string, string][] = [
  ['contract/src/a.ts', "import fastify from 'fastify'\nexport const a = fastify", 'noRestrictedImports'],
  [
    'contract/src/b.ts',
    "import { readFile } from 'node:fs'\nexport const b = readFile",
    'noRestrictedImports',
  ],
  ['api/src/sign-in/a.ts', "import { x } from '../otp/x.ts'\nexport const a = x", 'noRestrictedImports'],
  ['api/src/sign-in/b.ts', "import type { X } from '../otp/x.ts'\nexport type B = X", 'noRestrictedImports'],
  ['api/src/sign-in/c.ts', "import { x } from '@foyer/web/x'\nexport const c = x", 'noRestrictedImports'],
  ['api/src/accounts/users/a.ts', importing('../../sign-in/x.ts'), 'noRestrictedImports'],
  ['api/src/accounts/users/b.ts', importing('../../http/serve.ts'), 'noRestrictedImports'],
  ['api/src/accounts/users/c.ts', importing('../../app.ts'), 'noRestrictedImports'],
  ['api/src/outbox/a.ts', importing('../http/serve.ts'), 'noRestrictedImports'],
  ['api/src/outbox/senders/a.ts', importing('../../accounts/users/users.ts'), 'noRestrictedImports'],
  ['api/src/limits/a.ts', importing('../accounts/users/users.ts'), 'noRestrictedImports'],
  ['api/src/db/a.ts', importing('../accounts/users/users.ts'), 'noRestrictedImports'],
  ['api/src/config/a.ts', importing('../http/serve.ts'), 'noRestrictedImports'],
  ['api/src/outbound/a.ts', importing('../limits/rate-limit.ts'), 'noRestrictedImports'],
  ['api/src/monitoring/a.ts', importing('../sign-in/x.ts'), 'noRestrictedImports'],
  ['api/src/testing/a.ts', importing('@foyer/web/x'), 'noRestrictedImports'],
  ['api/src/http/a.ts', "export { x } from '../accounts/users/x.ts'", 'noRestrictedImports'],
  ['api/src/http/pages/a.ts', importing('../../accounts/users/users.ts'), 'noRestrictedImports'],
  ['api/src/jobs/jobs.ts', importing('../app.ts'), 'noRestrictedImports'],
  ['api/src/command-line/a.ts', "import { x } from '../app.ts'\nexport const a = x", 'noRestrictedImports'],
  ['api/src/otp/a.ts', 'export const a = process.env.PORT', 'noProcessEnv'],
  ['web/src/sign-in/a.ts', "import { x } from '../sign-up/x.ts'\nexport const a = x", 'noRestrictedImports'],
  ['web/src/flow/form/a.ts', importing('../../sign-up/x.ts'), 'noRestrictedImports'],
  ['web/src/ui/fields/a.ts', importing('../../flow/x.ts'), 'noRestrictedImports'],
  ['web/src/embedded/a.ts', importing('react'), 'noRestrictedImports'],
  ['web/src/sign-in/b.ts', "export const b = () => import('@foyer/api/x')", 'noRestrictedImports'],
  [
    'web/src/sign-in/x-machine.ts',
    "import { useState } from 'react'\nexport const m = useState",
    'noRestrictedImports',
  ],
  [
    'web/src/session/a.ts',
    "import { useState } from 'react'\nexport const a = useState",
    'noRestrictedImports',
  ],
  [
    'web/src/ui/a.ts',
    "import { platforms } from '@foyer/contract/platforms'\nexport const a = platforms",
    'noRestrictedImports',
  ],
  [
    'sdk/src/a.ts',
    "import { platforms } from '@foyer/contract/platforms'\nexport const a = platforms",
    'noRestrictedImports',
  ],
  [
    'demo/src/a.ts',
    "import { platforms } from '@foyer/contract/platforms'\nexport const a = platforms",
    'noRestrictedImports',
  ],
  [
    'bench/service/a.ts',
    "import { createHasher } from '../../api/src/accounts/passwords/password-hashing.ts'\nexport const a = createHasher",
    'noRestrictedImports',
  ],
  ['api/src/otp/one.ts', "import { two } from './two.ts'\nexport const one = () => two", 'noImportCycles'],
  ['api/src/otp/two.ts', "import { one } from './one.ts'\nexport const two = () => one", 'noImportCycles'],
  ['api/src/otp/b.ts', 'export default 1', 'noDefaultExport'],
  ['api/src/otp/c.ts', "export * from './b.ts'", 'noReExportAll'],
  ['api/src/otp/d.ts', "import { b } from './b'\nexport const d = b", 'useImportExtensions'],
  ['api/src/otp/NotKebab.ts', 'export const e = 1', 'useFilenamingConvention'],
  [
    'api/src/otp/f.ts',
    'export const f = 1\n'.repeat(1) +
      Array.from({ length: 300 }, (_, i) => `export const f${i} = 1`).join('\n'),
    'noExcessiveLinesPerFile',
  ],
  ['contract/src/g.ts', "import { x } from 'left-pad'\nexport const g = x", 'noUndeclaredDependencies'],
]

const good: [string, string][] = [
  ['api/src/sign-in/good.ts', "import { users } from '../accounts/good.ts'\nexport const good = users"],
  ['api/src/accounts/users/good.ts', importing('../../limits/good.ts')],
  ['api/src/accounts/users/better.ts', importing('../sessions/good.ts')],
  ['api/src/limits/good.ts', importing('../failure.ts')],
  ['api/src/outbox/good.ts', importing('../accounts/users/good.ts')],
  ['api/src/http/pages/good.ts', importing('../serve.ts')],
  ['web/src/flow/form/good.ts', importing('../machine/good.ts')],
  ['web/src/ui/fields/good.ts', importing('../feedback/good.ts')],
  ['contract/src/routes/good.ts', importing('../fields.ts')],
  ['api/src/command-line/good.ts', "import { x } from '../sign-in/good.ts'\nexport const good = x"],
  ['contract/src/good.ts', "import * as v from 'valibot'\nexport const good = v"],
  [
    'bench/service/good.ts',
    "import { startEmbeddedDatabase } from '../../api/src/db/embedded.ts'\nexport const good = startEmbeddedDatabase",
  ],
  ['web/src/sign-in/good.ts', "import { x } from '../session/x.ts'\nexport const good = x"],
]

type Diagnostic = { category: string; location: { path: string | { file: string } } }
let found: Diagnostic[]

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-walls-'))
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  spawnSync('git', ['init', '-q'], { cwd: folder })
  for (const workspace of ['contract', 'api', 'web', 'sdk', 'demo', 'bench']) {
    mkdirSync(join(folder, workspace))
    cpSync(join(root, workspace, 'package.json'), join(folder, workspace, 'package.json'))
  }
  for (const [path, text] of [...planted, ...good]) {
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
    .filter(({ location }) =>
      (typeof location.path === 'string' ? location.path : location.path?.file)?.endsWith(path),
    )
    .map(({ category }) => category.split('/').at(-1) ?? '')
}

describe('the walls', () => {
  for (const [path, , rule] of planted) {
    it(`find ${rule} in ${path}`, () =>
      assert.ok(rulesBrokenBy(path).includes(rule), String(rulesBrokenBy(path))))
  }
  for (const [path] of good) {
    it(`let ${path} pass`, () => assert.ok(!rulesBrokenBy(path).includes('noRestrictedImports')))
  }
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
