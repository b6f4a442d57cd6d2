/**
 * Measures the first screen and the step to the password on slow 4G (150 ms, 1.6 Mbit/s) with a four times slower CPU,
 * and the first screen of a person whom the browser knows (`npm run bench:page`). It reports the median of five visits,
 * each with an empty cache and from a page of another site, like users. Before each visit it measures a one-line page in
 * the same way, to separate machine and network from our page. `--check` and `--json <file>` work as in `npm run bench`.
 */
import { type Browser, type CDPSession, chromium, devices, type Page } from '@playwright/test'
import { chromiumLaunch } from '../../e2e/chromium.ts'
import { addUsers, type BenchUser } from '../service/add-users.ts'
import { startDatabase } from '../service/database.ts'
import { median } from '../service/measure.ts'
import { build, startService } from '../service/production-service.ts'
import { type Figure, report } from '../service/report.ts'
import { serveBarePage } from './bare-page.ts'
import { type Marks, watchPage } from './watch-page.ts'

const visits = 5
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const cpuSlowdown = 4
/** The page does less for a phone: it looks for a font of Linux desktops (web/src/app/early-script.ts). */
const phone = { userAgent: devices['Moto G4'].userAgent, platform: 'Linux armv8l' }
/**
 * Playwright attaches an inspector, with which V8 records the position of each Error that a script creates. V8 compiles
 * without positions by default, so React's first Error made V8 parse React again, which took 28 ms that no user waits
 * for.
 */
const launch = {
  ...chromiumLaunch,
  args: [...chromiumLaunch.args, '--js-flags=--no-enable-lazy-source-positions'],
}
/** Delay between the first focus, which prefetches the next step, and pressing Next. */
const typingMs = 1_500

type Visit = Marks & {
  requests: number
  bytes: number
  barePaintAt: number
  /** First paint minus that of the one-line page, if the user types the URL. */
  beyondTypedMs: number
  /** The visit of a person whom the browser knows, and whom the page asks for the password at once. */
  lastPerson: Marks
}

type Opened = { page: Page; network: { requests: number; bytes: number }; close(): Promise<void> }

/** Opens a window with an empty cache, as slow as an old phone, on a page of another site or on an empty page. */
async function openSlowPage(browser: Browser, otherSite: string | null): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  if (otherSite) await page.goto(otherSite)
  const client = await context.newCDPSession(page)
  const network = await countNetwork(client)
  await client.send('Network.emulateNetworkConditions', slow4g)
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await client.send('Emulation.setUserAgentOverride', phone)
  await page.addInitScript(watchPage)
  return { page, network, close: () => context.close() }
}

/** Navigates from the other site's page, or as if the user typed the URL. */
async function go(page: Page, url: string, otherSite: string | null): Promise<void> {
  if (!otherSite) await page.goto(url)
  else {
    await page.evaluate((to) => location.assign(to), url)
    await page.waitForURL(url)
  }
}

async function firstPaintAt(browser: Browser, url: string, otherSite: string | null): Promise<number> {
  const { page, close } = await openSlowPage(browser, otherSite)
  await go(page, url, otherSite)
  await page.waitForFunction(() => window.marks.firstPaintAt !== null)
  const { firstPaintAt } = await page.evaluate(() => window.marks)
  await close()
  return firstPaintAt ?? Number.NaN
}

/** Visits the page in a browser that remembers a person. */
async function visitAsLastPerson(
  browser: Browser,
  { url, otherSite }: Pick<Addresses, 'url' | 'otherSite'>,
): Promise<Marks> {
  const { page, close } = await openSlowPage(browser, otherSite)
  await page.addInitScript(() => {
    const names = { firstName: 'Asha', fullName: 'Asha Rao', picture: null }
    const person = { uuid: '', identifier: 'asha.rao@foyer.test', ...names, method: 'password' }
    localStorage.setItem('foyer.person.student', JSON.stringify({ ...person, keptAt: Date.now() }))
  })
  await go(page, url, otherSite)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => window.marks.interactiveAt !== null)
  await page.getByRole('heading', { name: 'Welcome back, Asha' }).waitFor()
  const marks = await page.evaluate(() => window.marks)
  await close()
  return marks
}

type Addresses = { url: string; bareUrl: string; otherSite: string; user: BenchUser | undefined }

async function visitOnce(browser: Browser, { url, bareUrl, otherSite, user }: Addresses): Promise<Visit> {
  const bare = await firstPaintAt(browser, bareUrl, otherSite)
  const beyondTypedMs =
    (await firstPaintAt(browser, url, null)) - (await firstPaintAt(browser, bareUrl, null))
  const lastPerson = await visitAsLastPerson(browser, { url, otherSite })
  const { page, network, close } = await openSlowPage(browser, otherSite)
  await go(page, url, otherSite)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => window.marks.interactiveAt !== null)
  const first = { ...network, ...(await page.evaluate(() => window.marks)) }
  await goToPassword(page, user?.email ?? '')
  const { sentAt, callMs, passwordFocusedAt } = await page.evaluate(() => window.marks)
  await close()
  return { ...first, sentAt, callMs, passwordFocusedAt, barePaintAt: bare, beyondTypedMs, lastPerson }
}

/** Counts headers and compressed bodies of all requests, including the favicon, until the network is idle. */
async function countNetwork(client: CDPSession): Promise<{ requests: number; bytes: number }> {
  const network = { requests: 0, bytes: 0 }
  await client.send('Network.enable')
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    network.requests += 1
    network.bytes += encodedDataLength
  })
  return network
}

async function goToPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email or phone number').fill(email)
  await page.waitForTimeout(typingMs)
  const next = await page.getByRole('button', { name: 'Next' }).boundingBox()
  // Clicks by coordinates and waits for a promise, because searching for the element or polling would slow the page.
  const focused = page.evaluate(() => window.passwordFocused)
  if (next) await page.mouse.click(next.x + next.width / 2, next.y + next.height / 2)
  await focused
}

type Row = [name: string, unit: string, read: (visit: Visit) => number | null, atMost?: number]

const rows: Row[] = [
  ['first paint', 'ms', (visit) => visit.firstPaintAt, 450],
  ['first paint of a page of one line', 'ms', (visit) => visit.barePaintAt],
  ['largest paint', 'ms', (visit) => visit.largestPaintAt, 450],
  ['interactive: script answers, main thread free', 'ms', (visit) => visit.interactiveAt, 950],
  ['blocking time between the two', 'ms', (visit) => visit.blockingMs],
  ['layout shift', '', (visit) => visit.layoutShift, 0],
  ['requests', '', (visit) => visit.requests],
  ['bytes over the wire', 'kB', (visit) => visit.bytes / 1_000],
  ['Next pressed → password field focused', 'ms', stepMs],
  ['the same without the call', 'ms', (visit) => stepMs(visit) - (visit.callMs ?? Number.NaN)],
  ['first paint with the last person', 'ms', ({ lastPerson }) => lastPerson.firstPaintAt],
  ['interactive with the last person', 'ms', ({ lastPerson }) => lastPerson.interactiveAt],
  ['layout shift with the last person', '', ({ lastPerson }) => lastPerson.layoutShift, 0],
]

function stepMs({ sentAt, passwordFocusedAt }: Visit): number {
  return (passwordFocusedAt ?? Number.NaN) - (sentAt ?? Number.NaN)
}

function figuresOf(measured: readonly Visit[]): Figure[] {
  const figures: Figure[] = rows.map(([name, unit, read, atMost]) => ({
    name,
    unit,
    value: median(measured.map((visit) => read(visit) ?? Number.NaN)),
    ...(atMost !== undefined && { target: { atMost } }),
  }))
  const [ours, bare] = figures
  const beyond = (ours?.value ?? Number.NaN) - (bare?.value ?? Number.NaN)
  const typed = median(measured.map(({ beyondTypedMs }) => beyondTypedMs))
  return figures.toSpliced(
    2,
    0,
    { name: 'first paint beyond that page', unit: 'ms', value: beyond },
    { name: 'the same where the address is typed', unit: 'ms', value: typed },
  )
}

build()
const database = await startDatabase()
try {
  const databaseUrl = await database.create('foyer_bench')
  const service = await startService(databaseUrl)
  const [user] = await addUsers(databaseUrl)
  const bare = await serveBarePage()
  const browser = await chromium.launch(launch)
  const measured: Visit[] = []
  for (let visit = 0; visit < visits; visit += 1)
    measured.push(
      await visitOnce(browser, {
        url: `${service.url}/?platform=student`,
        bareUrl: bare.url,
        otherSite: bare.otherSite,
        user,
      }),
    )
  await browser.close()
  await bare.stop()
  await service.stop()
  report('First screen, slow 4G, CPU 4× slower', figuresOf(measured))
} finally {
  await database.stop()
}
