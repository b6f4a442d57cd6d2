/** Compares compose.yaml and the operators' documents with the variables that the service reads. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readConfig } from '../api/src/kernel/config/config.ts'
import { settingsSchema } from '../api/src/kernel/config/settings.ts'
import { settingsPage } from './settings-page.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const compose = read('compose.yaml')
const [serviceText = '', databaseText = ''] = compose.split(/^ {2}database:$/m)

/** Variables that the image sets, and variables for development only. */
const notForCompose = [
  ...['NODE_ENV', 'HOST', 'PORT', 'METRICS_PORT', 'DATA_FOLDER', 'STORAGE_FOLDER', 'WEB_FOLDER'],
  ...['DEV_TOOLS', 'WEB_DEV_URL', 'DEMO_PORT'],
]

const variables = Object.keys(settingsSchema(true).entries)

/** Returns the variables that production requires. */
function requiredVariables(): string[] {
  try {
    readConfig({ NODE_ENV: 'production' })
    return []
  } catch (error) {
    return [...(error as Error).message.matchAll(/^(\w+) is missing$/gm)].map(([, name = '']) => name)
  }
}

const passed = new Map(
  [...serviceText.matchAll(/^ {6}([A-Z][A-Z0-9_]*): ?(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)
const isPassed = (name: string) => passed.has(name) || passed.has(`${name}_FILE`)

describe('compose.yaml', () => {
  it('compose.yaml passes every variable that production requires', () => {
    const required = requiredVariables()
    assert.ok(required.includes('SMTP_URL') && required.includes('MAIL_FROM'))
    for (const name of required) assert.ok(isPassed(name), name)
  })

  it('compose.yaml passes every other variable that the service reads, unless the image sets it', () => {
    const wanted = variables.filter((name) => !notForCompose.includes(name))
    assert.deepEqual(
      wanted.filter((name) => !isPassed(name)),
      [],
    )
    for (const name of notForCompose) assert.equal(isPassed(name), false, name)
  })

  it('compose.yaml passes only variables that the service reads', () => {
    for (const name of passed.keys())
      assert.ok(variables.includes(name) || variables.includes(name.replace(/_FILE$/, '')), name)
  })

  it('compose.yaml leaves an optional variable at its default when the operator does not set it', () => {
    const optional = [...passed].filter(([, value]) => /^\$\{\w+:-\}$/.test(value)).map(([name]) => name)
    assert.ok(optional.length > 20)
    const empty = Object.fromEntries(optional.map((name) => [name, '']))
    const withoutFunctions = (env: Record<string, string>) => JSON.stringify(readConfig(env))
    assert.equal(withoutFunctions(empty), withoutFunctions({}))
  })

  it('compose.yaml publishes metrics on the loopback address only', () => {
    assert.equal(passed.get('METRICS_HOST'), '0.0.0.0')
    const { metrics } = readConfig({ METRICS_HOST: '0.0.0.0', METRICS_PORT: '9464' })
    const published = [...serviceText.matchAll(/^ {6}- "(.+)"$/gm)].map(([, port = '']) => port)
    assert.ok(published.some((port) => port.endsWith(`:${metrics?.port}`)))
    for (const port of published) assert.match(port, /^127\.0\.0\.1:/)
    assert.doesNotMatch(databaseText.split(/^networks:$/m)[0] ?? '', /ports:/)
  })

  it('compose.yaml limits the memory of both containers', () => {
    for (const text of [serviceText, databaseText]) assert.match(text, /^ {4}mem_limit: \$\{\w+:-\d+[mg]\}$/m)
  })

  it('compose.yaml pins the database image by digest', () => {
    const images = [...compose.matchAll(/^ {4}image: (.+)$/gm)].map(([, image = '']) => image)
    assert.deepEqual(
      images.filter((image) => !/^\$\{\w+:-[a-z0-9./-]+:[\w.-]+@sha256:[0-9a-f]{64}\}$/.test(image)),
      // The service's image is built from the Dockerfile.
      // biome-ignore lint/suspicious/noTemplateCurlyInString: compose.yaml contains this text
      ['foyer:${FOYER_VERSION:-latest}'],
    )
  })

  it('compose.yaml names only files of the repository and files that docs/operating.md creates', () => {
    const files = [...compose.matchAll(/^ {4}file: \.\/(.+)$/gm)].map(([, file = '']) => file)
    assert.ok(files.length > 5)
    const operating = read('docs/operating.md')
    for (const file of files) assert.ok(existsSync(join(root, file)) || operating.includes(file), file)
  })
})

describe('documents for operators', () => {
  it('docs/operating.md names every variable that production requires under what must be set', () => {
    const [, section = ''] = /## What must be set\n([\s\S]+?)\n## /.exec(read('docs/operating.md')) ?? []
    for (const name of requiredVariables()) assert.ok(section.includes(`\`${name}\``), name)
  })

  it('docs/settings.md is what the schema of the settings and its comments say', () => {
    assert.equal(read('docs/settings.md'), settingsPage(), 'run `npm run settings`')
  })
})
