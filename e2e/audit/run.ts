/**
 * `npm run audit`: audits the states whose appearance has changed, in Chromium and Firefox, and records them in
 * audited-states.json. `npm run audit -- --all` audits every state.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isWebBuilt } from '../../web/build-stamp.ts'
import { isFirefoxInstalled } from '../firefox.ts'
import type { AuditNote } from './audit-reporter.ts'
import { noteAudited } from './audited-states.ts'

const root = join(import.meta.dirname, '../..')
const playwright = join(root, 'node_modules/.bin/playwright')
const notesFile = join(root, '.data/audit-notes.json')
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })

function run(command: string[], env: Record<string, string> = {}): void {
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) process.exit(status ?? 1)
}

function audit(project: string, files: string[], env: Record<string, string>): void {
  const options = ['--config=e2e/playwright.config.ts', '--pass-with-no-tests', `--project=${project}`]
  run([playwright, 'test', ...options, ...files], env)
}

mkdirSync(join(root, '.data'), { recursive: true })
if (!(await isWebBuilt())) run(['web/build.ts'])
const mode = values.all ? 'all' : 'changed'
audit('chromium', ['pages/states.e2e.ts', 'pages/mail-audits.e2e.ts'], {
  AUDIT: mode,
  AUDIT_NOTES: notesFile,
})
const notes: AuditNote[] = JSON.parse(readFileSync(notesFile, 'utf8'))
const changed = notes.filter(({ isAudited }) => isAudited).map(({ title }) => title)
if (changed.length === 0) console.log('No state has changed.')
else if (isFirefoxInstalled())
  audit('firefox', ['pages/states-in-firefox.e2e.ts'], { FIREFOX_STATES: JSON.stringify(changed) })
else console.log('The states were not checked in Firefox: install Firefox ESR, or name it in FIREFOX_PATH.')
noteAudited(notes)
