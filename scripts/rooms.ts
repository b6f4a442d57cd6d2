/**
 * Lists the rooms of the repository and the imports that each allows. `node scripts/rooms.ts` reports every import that
 * a room does not allow. Tests, and files outside all rooms, may import anything.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { parseSync } from 'vite'

type Room = {
  /**
   * A glob of the room's files, which may import each other. With `*` for a folder, each such folder is a separate
   * room.
   */
  files: string
  /** Globs of further files that the room may import. */
  imports: readonly string[]
  /** A glob of packages, written as `npm:` and the name, that the room must not import. */
  withoutPackages?: string
}

const contract = 'contract/**'
const kernel = 'api/src/kernel/**'
const tracing = 'api/src/kernel/tracing/tracing.ts'
const identity = (...names: string[]) => names.map((name) => `api/src/identity/${name}/**`)
const features = (...names: string[]) => names.map((name) => `api/src/features/${name}/**`)
const web = (...names: string[]) => names.map((name) => `web/src/${name}/**`)
/** What a page of the front end may import. */
const belowPages = [contract, ...web('session', 'flow', 'social', 'analytics', 'api', 'ui', 'platforms')]
const services = 'api/src/services.ts'
const belowIdentity = [contract, kernel, 'api/src/messages/**']
const belowFeatures = [...belowIdentity, 'api/src/identity/**']
const everyFeature = [...belowFeatures, services, ...features('accounts')]
const react = 'npm:react{,-dom}{,/**}'

/** The first row that matches a file applies. */
export const rooms: readonly Room[] = [
  { files: 'contract/src/**', imports: [], withoutPackages: 'npm:!(valibot)' },

  { files: 'api/src/kernel/tracing/**', imports: [] },
  { files: 'api/src/kernel/db/**', imports: [contract, 'api/src/kernel/start-error.ts', tracing] },
  { files: 'api/src/kernel/html/**', imports: [contract] },
  { files: 'api/src/kernel/outbound/**', imports: ['api/src/kernel/repeating-job.ts', tracing] },
  { files: 'api/src/kernel/**', imports: [contract, 'api/src/from-root.ts', 'api/*.json', 'package.json'] },
  { files: 'api/src/messages/**', imports: [contract, kernel, 'api/src/from-root.ts'] },
  { files: 'api/src/identity/users/**', imports: belowIdentity },
  { files: 'api/src/identity/credentials/**', imports: [...belowIdentity, ...identity('users')] },
  { files: 'api/src/identity/tokens/**', imports: [...belowIdentity, ...identity('users', 'credentials')] },
  { files: 'api/src/identity/sessions/**', imports: belowFeatures },
  { files: services, imports: [...belowFeatures, ...features('captcha', 'pictures')] },
  { files: 'api/src/features/captcha/**', imports: [contract, kernel] },
  { files: 'api/src/features/pictures/**', imports: belowFeatures },
  { files: 'api/src/features/reference/**', imports: [...belowFeatures, services] },
  {
    files: 'api/src/features/schools/**',
    imports: [...belowFeatures, services, ...features('reference', 'notifications')],
  },
  {
    files: 'api/src/features/profile/**',
    imports: [...belowFeatures, services, ...features('reference', 'schools')],
  },
  {
    files: 'api/src/features/accounts/**',
    imports: [
      ...belowFeatures,
      services,
      ...features('profile', 'skill-portfolio', 'evidences', 'pictures', 'schools'),
      ...features('analytics', 'help', 'notifications'),
    ],
  },
  {
    files: 'api/src/features/resume/**',
    imports: [...everyFeature, 'api/src/from-root.ts', ...features('profile', 'reference')],
  },
  {
    files: 'api/src/features/skill-portfolio/**',
    imports: [...belowFeatures, services, ...features('profile')],
  },
  {
    files: 'api/src/features/school-{people,sign-up}/**',
    imports: [...everyFeature, ...features('schools')],
  },
  {
    files: 'api/src/features/{analytics,evidences,help,notifications}/**',
    imports: [...belowFeatures, services],
  },
  {
    files: 'api/src/features/openid/**',
    imports: [...belowFeatures, services, ...features('handover', 'sessions')],
  },
  { files: 'api/src/features/social/**', imports: [...everyFeature, ...features('toggles')] },
  { files: 'api/src/features/*/**', imports: everyFeature },
  {
    files: 'api/src/operator/**',
    imports: [...belowFeatures, 'api/src/features/**', 'embedded-postgres/**'],
  },
  { files: 'api/src/testing/**', imports: ['**'] },
  { files: 'api/src/*.ts', imports: [contract, 'api/**', 'api-docs/**', 'seed/**', 'embedded-postgres/**'] },
  { files: 'api-docs/**', imports: [contract, kernel, 'api/src/from-root.ts'] },
  { files: 'seed/**', imports: [contract, 'api/src/**'] },
  { files: 'embedded-postgres/**', imports: ['api/src/kernel/start-error.ts'] },

  { files: 'web/src/platforms/**', imports: [contract] },
  { files: 'web/src/api/**', imports: [contract] },
  { files: 'web/src/ui/**', imports: [] },
  { files: 'web/src/analytics/**', imports: [contract, ...web('api')] },
  // The handover loads the second step when the service asks for it.
  {
    files: 'web/src/session/handover.ts',
    imports: [
      contract,
      ...web('session', 'analytics', 'api'),
      'web/src/flow/second-step/with-second-step.ts',
    ],
    withoutPackages: react,
  },
  { files: 'web/src/session/**', imports: [contract, ...web('analytics', 'api')], withoutPackages: react },
  { files: 'web/src/embedded/**', imports: [contract, ...web('session', 'api')], withoutPackages: react },
  {
    files: 'web/src/*/*-machine.ts',
    imports: [contract, ...web('flow', 'session', 'api')],
    withoutPackages: react,
  },
  { files: 'web/src/flow/**', imports: [contract, ...web('session', 'analytics', 'api', 'ui', 'platforms')] },
  { files: 'web/src/app/**', imports: [contract, 'web/**'] },
  // The overview of the account shows the doors.
  { files: 'web/src/account/**', imports: [...belowPages, ...web('doors')] },
  { files: 'web/src/help/**', imports: [...belowPages, ...web('account')] },
  { files: 'web/src/*/**', imports: belowPages },
  { files: 'web/**', imports: [contract, 'web/**'] },

  { files: 'sdk/src/**', imports: [] },
  { files: 'demo/**', imports: ['sdk/**'] },
  { files: 'stand-ins/**', imports: [] },
  {
    files: 'bench/{service,page,peers}/**',
    imports: ['bench/**', 'sdk/**', 'embedded-postgres/**', '{e2e/chromium,scripts/service-process}.ts'],
  },
]

/** Files that only some rooms may import, whatever their rows allow. */
const restricted: readonly { file: string; importers: readonly string[] }[] = [
  // What a replica answers may never decide about signing in.
  {
    file: 'api/src/kernel/replica/read-replica.ts',
    importers: [
      ...features('profile', 'reference', 'schools', 'skill-portfolio'),
      ...['api/src/main.ts', 'api/src/kernel/metrics/metrics.ts'],
    ],
  },
]

const isTest = (file: string) => /(^|\/)(test-[^/]*|[^/]*\.test)\.tsx?$/.test(file)

/**
 * Returns the imports of a file, including type imports: paths from the repository's root, and packages as `npm:` and
 * the name.
 */
export function readImports(file: string, code: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module
  const names = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^(['"])(.*)\1$/.exec(code.slice(start, end))?.[2] ?? [],
    ),
  ]
  return names.map((name) => {
    if (name.startsWith('.')) return join(dirname(file), name)
    const [, workspace, rest] = /^@foyer\/([^/]+)(.*)$/.exec(name) ?? []
    return workspace ? `${workspace}/src${rest}` : `npm:${name}`
  })
}

/** Returns the imports that the file's room does not allow. */
export function wallsCrossed(file: string, imports: readonly string[]): string[] {
  const room = rooms.find(({ files }) => matchesGlob(file, files))
  if (!room || isTest(file)) return []
  const depth = room.files.split('/').indexOf('**')
  const folder = depth < 0 ? dirname(file) : file.split('/').slice(0, depth).join('/')
  const allowed = room.files.includes('*') ? [`${folder}/**`, ...room.imports] : room.imports
  return imports.filter((name) =>
    name.startsWith('npm:')
      ? room.withoutPackages && matchesGlob(name, room.withoutPackages)
      : !allowed.some((glob) => matchesGlob(name, glob)) || isKeptFrom(file, name),
  )
}

function isKeptFrom(file: string, name: string): boolean {
  const row = restricted.find((restriction) => restriction.file === name)
  return row !== undefined && !row.importers.some((glob) => matchesGlob(file, glob))
}

/** Lists every import of the repository that its room does not allow. */
export function crossedWalls(root: string): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  return files
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) =>
      wallsCrossed(file, readImports(file, readFileSync(join(root, file), 'utf8'))).map(
        (name) => `${file} imports ${name}`,
      ),
    )
}

if (import.meta.main) {
  const crossed = crossedWalls(join(import.meta.dirname, '..'))
  for (const line of crossed) console.error(line)
  if (crossed.length > 0) process.exitCode = 1
}
