/**
 * Runs the Dockerfile's steps in a clean folder, without a container engine: each stage is a folder, into which COPY
 * copies and in which RUN runs. Then starts the last stage on a Postgres of its own, and asks for its readiness and a
 * page. Only the commit of the checkout is copied, without the names that .dockerignore excludes.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testPorts } from '../e2e/ports.ts'
import { startEmbeddedDatabase } from '../embedded-postgres/src/embedded.ts'
import { statusOf } from './service-process.ts'

const root = join(import.meta.dirname, '..')

type Stage = { folder: string; workdir: string; env: Record<string, string>; command: string[] }

const folder = mkdtempSync(join(tmpdir(), 'foyer-image-'))
const stages = new Map<string, Stage>()
let failure: unknown
try {
  await start(runSteps(copyContext()))
} catch (error) {
  failure = error
} finally {
  const home = join(folder, 'postgres/home')
  if (existsSync(home)) rmSync(realpathSync(home), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}
if (failure) throw failure

/** Copies the committed files, as a builder receives them. */
function copyContext(): string {
  const context = join(folder, 'context')
  mkdirSync(context)
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['--extract', '--directory', context], { input: archive })
  const excluded = readFileSync(join(context, '.dockerignore'), 'utf8').match(/^\*\*\/.+$/gm) ?? []
  for (const name of globSync(excluded, { cwd: context })) rmSync(join(context, name), { recursive: true })
  return context
}

/** Runs all steps and returns the last stage. */
function runSteps(context: string): Stage {
  const text = readFileSync(join(context, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
  let stage: Stage | undefined
  for (const [, step = '', rest = ''] of text.matchAll(/^([A-Z]+) (.+)$/gm)) {
    if (step === 'FROM') stage = openStage(rest)
    else if (stage && step !== 'ARG') runStep(stage, context, step, rest.trim())
  }
  if (!stage) throw new Error('The Dockerfile has no stage')
  return stage
}

function openStage(rest: string): Stage {
  const [base = '', , name = 'last'] = rest.split(' ')
  const from = stages.get(base)
  const stage = {
    folder: join(folder, name),
    workdir: from?.workdir ?? '/',
    env: { ...from?.env },
    command: [],
  }
  if (from) cpSync(from.folder, stage.folder, { recursive: true, verbatimSymlinks: true })
  else mkdirSync(stage.folder)
  stages.set(name, stage)
  return stage
}

function runStep(stage: Stage, context: string, step: string, rest: string): void {
  if (!['WORKDIR', 'ENV', 'COPY', 'RUN', 'CMD'].includes(step)) return
  console.log(`${basename(stage.folder)}: ${step} ${rest}`)
  if (step === 'WORKDIR') {
    stage.workdir = rest
    mkdirSync(join(stage.folder, rest), { recursive: true })
  } else if (step === 'ENV') {
    const [name = '', value = ''] = rest.split('=')
    stage.env[name] = value
  } else if (step === 'COPY') copy(stage, context, rest)
  else if (step === 'RUN') {
    // There is no user `node` here, and absolute paths are those of the stage.
    const line = rest
      .replaceAll(/ --(owner|group)=node/g, '')
      .replaceAll(/(?<= )\/(?=\w)/g, `${stage.folder}/`)
      .replaceAll('$' + '{FOYER_BUILD}', 'image-steps')
    const env = { ...process.env, ...stage.env }
    execFileSync('/bin/sh', ['-ec', line], { cwd: join(stage.folder, stage.workdir), env, stdio: 'inherit' })
  } else stage.command = JSON.parse(rest)
}

function copy(stage: Stage, context: string, rest: string): void {
  const [, from, names = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(rest) ?? []
  const paths = names.split(' ')
  const target = paths.pop() ?? ''
  const source = from === undefined ? context : stages.get(from)?.folder
  if (source === undefined) throw new Error(`COPY names an unknown stage: ${from}`)
  for (const path of paths) {
    const given = join(source, path)
    const isInto = target.endsWith('/') && statSync(given).isFile()
    const to = join(
      stage.folder,
      target.startsWith('/') ? '' : stage.workdir,
      target,
      isInto ? basename(path) : '',
    )
    cpSync(given, to, { recursive: true, verbatimSymlinks: true })
  }
}

async function start({ folder: image, workdir, env, command }: Stage): Promise<void> {
  const database = await startEmbeddedDatabase(join(folder, 'postgres'))
  const { host, port, user } = database.connection as { host: string; port: number; user: string }
  const url = `http://localhost:${testPorts.productionCopies[0]}`
  const platforms = join(folder, 'platforms.json')
  writeFileSync(platforms, JSON.stringify({ student: { origins: ['https://learn.provider.org'] } }))
  const [, ...args] = command
  const service = spawn(process.execPath, args, {
    cwd: join(image, workdir),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...env,
      STORAGE_FOLDER: join(image, env.STORAGE_FOLDER ?? ''),
      ALLOW_INSECURE_BASE_URL: 'true',
      PORT: String(testPorts.productionCopies[0]),
      METRICS_PORT: String(testPorts.productionMetrics[0]),
      PUBLIC_BASE_URL: url,
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/foyer`,
      FOYER_SECRETS: randomBytes(48).toString('base64url'),
      PLATFORMS_FILE: platforms,
      PROVIDER_NAME: 'Provider',
      SUPPORT_EMAIL: 'help@provider.org',
      TERMS_URL: 'https://provider.org/terms',
      PRIVACY_URL: 'https://provider.org/privacy',
      EULA_URL: 'https://provider.org/eula',
      SMTP_URL: 'smtp://localhost:1?ignoreTLS=true',
      MAIL_FROM: 'no-reply@provider.org',
      DRAIN_MS: '1',
    },
  })
  const ended = once(service, 'exit')
  try {
    for (let tries = 0; (await statusOf(`${url}/health/ready`)) !== 200; tries += 1) {
      if (service.exitCode !== null || tries === 600) throw new Error('The image does not become ready')
      await sleep(100)
    }
    for (const path of ['/?platform=student', '/docs/guide'])
      console.log(`${path}: ${await statusOf(url + path)}`)
    if ((await statusOf(`${url}/?platform=student`)) !== 200) throw new Error('The image serves no page')
  } finally {
    service.kill('SIGTERM')
    const [code] = await ended
    await database.stop()
    console.log(`The image was ready, served a page and ended with ${code}.`)
  }
}
