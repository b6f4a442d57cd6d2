/** Tests that no import in the repository breaks the rules of rooms.ts. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { crossedWalls, readImports, rooms, wallsCrossed } from './rooms.ts'

const root = join(import.meta.dirname, '..')

/** Imports that the rules refuse, by importing file. */
const refused: Record<string, readonly string[]> = {
  'contract/src/a.ts': ['npm:fastify', 'npm:node:fs', 'sdk/src/x.ts', 'api/src/kernel/x.ts'],
  'api/src/kernel/db/a.ts': ['api/src/kernel/config/x.ts', 'api/src/kernel/failure.ts'],
  'api/src/kernel/http/a.ts': ['api/src/identity/users/x.ts', 'api/src/services.ts', 'web/src/x.ts'],
  'api/src/messages/a.ts': ['api/src/identity/users/x.ts', 'api/src/services.ts'],
  'api/src/identity/users/a.ts': ['api/src/identity/sessions/x.ts', 'api/src/features/otp/x.ts'],
  'api/src/identity/credentials/a.ts': ['api/src/identity/tokens/x.ts', 'api/src/services.ts'],
  'api/src/identity/tokens/a.ts': ['api/src/identity/sessions/x.ts'],
  'api/src/features/sign-in/a.ts': [
    ...['api/src/features/otp/x.ts', 'api/src/app.ts', 'api/src/testing/x.ts'],
    'api/src/kernel/replica/read-replica.ts',
  ],
  'api/src/identity/sessions/a.ts': ['api/src/kernel/replica/read-replica.ts'],
  'api/src/features/handover/a.ts': ['api/src/kernel/replica/read-replica.ts'],
  'api/src/features/schools/a.ts': ['api/src/features/accounts/x.ts'],
  'api/src/services.ts': ['api/src/features/sign-in/x.ts'],
  'api/src/operator/jobs/a.ts': ['api/src/app.ts', 'api/src/services.ts'],
  'api/src/features/sign-in/a.docs.ts': ['api-docs/src/x.ts'],
  'api-docs/src/a.ts': ['api/src/features/sign-in/x.ts', 'api/src/services.ts'],
  'seed/src/a.ts': ['web/src/x.ts'],
  'embedded-postgres/src/a.ts': ['api/src/kernel/db/x.ts'],
  'web/src/sign-in/a.tsx': ['web/src/sign-up/x.ts', 'web/src/app/x.ts', 'api/src/kernel/x.ts'],
  'web/src/sign-in/x-machine.ts': ['npm:react'],
  'web/src/session/a.ts': ['npm:react-dom/client', 'web/src/ui/x.tsx'],
  'web/src/ui/a.tsx': ['contract/src/platforms.ts', 'web/src/flow/x.ts'],
  'sdk/src/a.ts': ['contract/src/platforms.ts'],
  'demo/src/a.ts': ['contract/src/platforms.ts'],
  'stand-ins/src/a.ts': ['api/src/kernel/x.ts'],
  'bench/service/a.ts': ['api/src/kernel/x.ts'],
}

/** Imports that the same rules allow. */
const allowed: Record<string, readonly string[]> = {
  'contract/src/a.ts': ['npm:valibot', 'contract/src/fields.ts'],
  'api/src/features/sign-in/a.ts': [
    'api/src/identity/users/x.ts',
    'api/src/features/sign-in/x.ts',
    'npm:kysely',
  ],
  'api/src/identity/sessions/a.ts': ['api/src/identity/tokens/x.ts', 'api/src/messages/x.ts'],
  'api/src/features/schools/b.ts': ['api/src/kernel/replica/read-replica.ts'],
  'api/src/features/sign-in/a.test.ts': ['api/src/features/otp/x.ts', 'api/src/testing/x.ts'],
  'web/src/sign-in/a.tsx': ['web/src/flow/form/x.tsx', 'npm:react'],
  'scripts/a.ts': ['api/src/app.ts'],
}

describe('the rooms of the repository', () => {
  it('import only what their row allows', () => assert.deepEqual(crossedWalls(root), []))

  it('exist', () => {
    for (const { files } of rooms) {
      const folder = files.split('/').findIndex((part) => /[*{]/.test(part))
      assert.ok(
        existsSync(
          join(
            root,
            files
              .split('/')
              .slice(0, folder < 0 ? undefined : folder)
              .join('/'),
          ),
        ),
        files,
      )
    }
  })

  for (const [file, imports] of Object.entries(refused)) {
    it(`refuse ${imports.join(', ')} in ${file}`, () =>
      assert.deepEqual(wallsCrossed(file, imports), imports))
  }

  for (const [file, imports] of Object.entries(allowed)) {
    it(`let ${file} import ${imports.join(', ')}`, () => assert.deepEqual(wallsCrossed(file, imports), []))
  }

  it('see imports of types, re-exports and lazy imports', () => {
    const code = `import type { A } from './a.ts'\nexport { b } from '../b.ts'\nexport * from '@foyer/contract/x'
      const c = () => import('./c.ts')\nimport pg from 'pg'`
    assert.deepEqual(readImports('api/src/x/y.ts', code).sort(), [
      'api/src/b.ts',
      'api/src/x/a.ts',
      'api/src/x/c.ts',
      'contract/src/x',
      'npm:pg',
    ])
  })

  it('are named by a command that fails where a wall is crossed', () => {
    assert.equal(execFileSync(process.execPath, ['scripts/rooms.ts'], { cwd: root, encoding: 'utf8' }), '')
  })
})
