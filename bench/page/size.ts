/**
 * Measures a new visitor's first screen in Chromium (`npm run size`): every request, and the transferred size of its
 * body. Exits with 1 above a limit (JavaScript ≤ 75 kB brotli with React, ≤ 6 requests; HTML ≤ 14 kB, of schools ≤ 14.5
 * kB). Social provider settings in the environment are passed to the service, so that its pages are measured with their
 * buttons.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumLaunch } from '../../e2e/chromium.ts'
import { buildSdk } from '../../sdk/build.ts'
import { platform } from '../service/bench-settings.ts'
import { startDatabase } from '../service/database.ts'
import { build, startService } from '../service/production-service.ts'

const limits = {
  scriptKb: 75,
  requests: 6,
  /** Every document contains the one style sheet. Ten packets of a server's first answer hold 14 kB. */
  htmlKb: 14,
  /** Includes the panel, whose end may come with the second answer: it stands behind the form. */
  schoolHtmlKb: 14.5,
  machineKb: 5,
  /** Includes the modules that most steps share, which sign-in loads while the user types. */
  signUpKb: 17,
  panelKb: 8,
  /** Includes the requests for countries and states, which follow at once. */
  schoolSignUpKb: 26,
  sdkGzipKb: 5,
}

/** The pages without React, each with its own script. */
const origin = encodeURIComponent(platform.origin)
const machinePages = [
  ['logout', `/logout?platform=${platform.name}`],
  ['auto-login', '/iframe/auto-login?platform=student'],
  ['social return', '/social-return?platform=student'],
  ['silent sign-in', `/iframe-sso?platform=${platform.name}&origin=${origin}`],
] as const

type Sent = { url: string; type: string; bytes: number }

async function main(): Promise<void> {
  const isSdkFine = await measureSdk()
  build()
  const database = await startDatabase()
  const service = await startService(await database.create('foyer_size'))
  const isFine = await measure(service.url).finally(async () => {
    await service.stop()
    await database.stop()
  })
  process.exit(isFine && isSdkFine ? 0 : 1)
}

/** Measures the SDK's browser part as platforms load it, with gzip, which most of their servers use. */
async function measureSdk(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-sdk-size-'))
  await buildSdk(folder)
  const { length } = gzipSync(await readFile(join(folder, 'browser/browser.js')))
  await rm(folder, { recursive: true })
  return within('browser part of the SDK, gzip', length / 1000, limits.sdkGzipKb, 'kB')
}

async function measure(url: string): Promise<boolean> {
  const browser = await chromium.launch(chromiumLaunch)
  const first = await requestsOf(await busyPage(browser), `${url}/?platform=student`)
  const signUp = await requestsOf(await busyPage(browser), `${url}/signup?platform=student`)
  const ofSignUp = signUp.filter((one) => !first.some((known) => pathOf(known) === pathOf(one)))
  const school = await requestsOf(await browser.newPage(), `${url}/school/login`)
  const schoolSignUp = await requestsOf(await browser.newPage(), `${url}/school/signup?platform=school`)
  const ofSchool = schoolSignUp.filter(
    (one) =>
      !/panel|later-slides|scene/.test(pathOf(one)) && !first.some((known) => pathOf(known) === pathOf(one)),
  )
  const panel = school.filter((one) => /panel|later-slides|scene/.test(pathOf(one)))
  const machines: boolean[] = []
  for (const [name, path] of machinePages) {
    const sent = await requestsOf(await browser.newPage(), url + path)
    machines.push(within(`JavaScript of the ${name} page`, kb(sent, 'script'), limits.machineKb, 'kB'))
  }
  await browser.close()
  return [
    within('JavaScript of the first screen', kb(first, 'script'), limits.scriptKb, 'kB'),
    within('HTML of the first screen', kb(first, 'document'), limits.htmlKb, 'kB'),
    within('requests of the first screen', first.length, limits.requests, ''),
    within('JavaScript of sign-up beyond the first screen', kb(ofSignUp, 'script'), limits.signUpKb, 'kB'),
    within('HTML of sign-up', kb(signUp, 'document'), limits.htmlKb, 'kB'),
    within('HTML of school sign-in', kb(school, 'document'), limits.schoolHtmlKb, 'kB'),
    within('HTML of school sign-up', kb(schoolSignUp, 'document'), limits.schoolHtmlKb, 'kB'),
    within(
      'JavaScript of school sign-up beyond the first screen',
      kb(ofSchool, 'script'),
      limits.schoolSignUpKb,
      'kB',
    ),
    within('JavaScript of the panel of school sign-in', kb(panel, 'script'), limits.panelKb, 'kB'),
    ...machines,
  ].every(Boolean)
}

/**
 * Opens a page whose browser never becomes idle, so that only the first screen is measured: when idle, pages with
 * social buttons fetch their toggle.
 */
async function busyPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  return page
}

/**
 * Lists all requests, including the favicon, until the network is idle. The logout page is kept from navigating away.
 */
async function requestsOf(page: Page, address: string): Promise<Sent[]> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const sent = new Map<string, Sent>()
  client.on('Network.responseReceived', ({ requestId, response, type }) => {
    const bytes = Number(response.headers['content-length'] ?? 0)
    if (response.url.startsWith('http'))
      sent.set(requestId, { url: response.url, type: type.toLowerCase(), bytes })
  })
  let isFirst = true
  await page.route(
    (url) => url.pathname === '/' || url.pathname.endsWith('/logout'),
    async (route) => {
      if (route.request().isNavigationRequest() && !isFirst) return route.abort()
      isFirst = false
      await route.continue()
    },
  )
  await page.goto(address, { waitUntil: 'networkidle' }).catch(() => {})
  await page.waitForTimeout(500)
  const all = [...sent.values()]
  console.log(`\n${new URL(address).pathname}`)
  for (const { url, type, bytes } of all)
    console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${type.padEnd(10)} ${new URL(url).pathname}`)
  return all
}

function pathOf({ url }: Sent): string {
  return new URL(url).pathname
}

function kb(sent: readonly Sent[], type: string): number {
  return sent.filter((entry) => entry.type === type).reduce((sum, entry) => sum + entry.bytes, 0) / 1000
}

function within(what: string, measured: number, limit: number, unit: string): boolean {
  const isFine = measured > 0 && measured <= limit
  console.log(
    `${isFine ? 'ok ' : 'OVER'} ${what}: ${Math.round(measured * 10) / 10} ${unit} (limit ${limit})`,
  )
  return isFine
}

await main()
