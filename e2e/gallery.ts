/**
 * `npm run gallery`: takes pictures of every state of every page (states.ts) in every view (views.ts), and of the mails
 * and all pages and sign-ins of every platform in four views, and shows them side by side in one HTML page. `npm run
 * gallery -- code` takes only states with "code" in the title; `--widths 320,1280` takes only these widths.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumLaunch } from './chromium.ts'
import { galleryPage, type Pictures } from './gallery-page.ts'
import { mails, otherPages } from './other-pages.ts'
import { waitForStarts } from './page-start.ts'
import type { State } from './state.ts'
import { states } from './states.ts'
import { accountsUrl, demoUrl, installationEnv } from './test-installation.ts'
import { signInOfPlatforms, tourOfPlatforms } from './tour-of-platforms.ts'
import { fewViewsOf, readGalleryArguments, takePicture, type View, viewsOf } from './views.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.data/gallery')
const wanted = readGalleryArguments(process.argv.slice(2))
const views = viewsOf(wanted.widths)
const fewViews = fewViewsOf(wanted.widths)

const collector = start('e2e/collector.ts')
const installation = start('e2e/start-installation.ts', installationEnv)
try {
  await Promise.race([answering(demoUrl), ended(collector), ended(installation)])
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const browser = await chromium.launch(chromiumLaunch)
  waitForStarts(browser)
  const sections = [
    { title: 'States', pictures: await picturesOf(browser, states, views) },
    { title: 'Mails', pictures: await picturesOf(browser, mails, fewViews) },
    { title: 'Other pages', pictures: await picturesOf(browser, otherPages, views) },
    {
      title: 'Pages of every platform',
      pictures: await picturesOf(browser, [...(await tourOfPlatforms()), ...signInOfPlatforms()], fewViews),
    },
  ]
  await browser.close()
  await writeFile(join(folder, 'index.html'), galleryPage(sections))
  const failed = sections.flatMap(({ pictures }) => pictures.filter(({ error }) => error))
  for (const { title, error } of failed) console.error(`No picture of '${title}': ${error}`)
  console.log(`The gallery is in ${join(folder, 'index.html')}`)
  process.exitCode = failed.length > 0 ? 1 : 0
} finally {
  await Promise.all([stop(collector), stop(installation)])
}

/** Takes pictures of two states at a time, as in the browser tests. */
async function picturesOf(
  browser: Browser,
  all: readonly State[],
  inViews: readonly View[],
): Promise<Pictures[]> {
  const taken: Pictures[] = []
  const queue = all.filter(({ title }) => title.toLowerCase().includes(wanted.title)).entries()
  await Promise.all(Array.from({ length: 2 }, work))
  return taken

  async function work(): Promise<void> {
    for (const [index, state] of queue) {
      taken[index] = await pictureOf(browser, state, inViews)
      console.log(`${taken[index].error ? 'FAILED' : 'taken '} ${state.title}`)
    }
  }
}

async function pictureOf(browser: Browser, state: State, inViews: readonly View[]): Promise<Pictures> {
  const { title, reach, check } = state
  const context = await browser.newContext({ baseURL: accountsUrl, reducedMotion: 'reduce' })
  const page = await context.newPage()
  try {
    await page.setViewportSize({ width: 1280, height: 800 })
    await reach(page)
    await check(page)
    return { title, files: await takePictures(page, title, inViews) }
  } catch (error) {
    return { title, files: [], error: String(error).split('\n')[0] ?? '' }
  } finally {
    await context.close()
  }
}

async function takePictures(page: Page, title: string, inViews: readonly View[]): Promise<Pictures['files']> {
  const files: Pictures['files'] = []
  for (const view of inViews) {
    const name = `${fileNameOf(title, view)}.png`
    await takePicture(page, view, join(folder, name))
    files.push({ name, caption: view.name, width: view.width })
  }
  return files
}

function fileNameOf(title: string, { name }: View): string {
  return `${title} ${name}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
}

function start(script: string, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function answering(url: string): Promise<void> {
  const giveUpAt = Date.now() + 120_000
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (Date.now() > giveUpAt) throw new Error(`${url} did not answer within two minutes`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function ended(child: ChildProcess): Promise<never> {
  await new Promise((resolve) => child.once('exit', resolve))
  throw new Error(`${child.spawnargs.at(-1)} ended early; is its port in use? TEST_PORT moves all ports.`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}
