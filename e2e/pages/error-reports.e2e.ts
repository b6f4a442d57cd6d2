/** Tests which errors pages report, and what a report contains (N-151). */
import type { Page } from '@playwright/test'
import { cutNetwork, expect, heading, test } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { holdScripts } from '../sign-in/hold-scripts.ts'
import { supportEmail } from '../test-installation.ts'

type Frame = { name: string | null; file: string; line: number; column: number }
type Report = { kind: string; message: string; frames: Frame[]; page: string; build: string }
type Sent = { report: Partial<Report> | null; status: number | null }

/** Records every later report, with the status of its answer. */
function recordReports(page: Page): Sent[] {
  const all: Sent[] = []
  page.on('request', async (request) => {
    if (!request.url().endsWith('/api/error-reports')) return
    const sent: Sent = { report: request.postDataJSON(), status: null }
    all.push(sent)
    // The test may end before the answer arrives.
    sent.status = (await request.response().catch(() => null))?.status() ?? null
  })
  return all
}

const reportsOf = (all: readonly Sent[]) => all.map(({ report }) => report)

const ownFile = /^\/assets\/[\w-]+\.js$/
const fatal = 'An unexpected error occurred. Please try reloading the page.'

/** Replaces a script of the page with a script that throws. */
async function breakScript(page: Page, name: string, message: string): Promise<void> {
  const body = `function start() { throw new Error(${JSON.stringify(message)}) }\nstart()`
  await page.route(`**/assets/${name}-*.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body }),
  )
}

/** Makes the browser warn about a ResizeObserver loop, and returns the warning. */
function warnOfSizes(page: Page): Promise<string> {
  return page.evaluate(() => {
    const outer = document.body.appendChild(document.createElement('div'))
    const inner = outer.appendChild(document.createElement('div'))
    const warned = new Promise<string>((resolve) => {
      addEventListener('error', ({ message }) => resolve(message), { once: true })
    })
    new ResizeObserver(() => {}).observe(outer)
    new ResizeObserver(() => {
      outer.style.height = '1px'
    }).observe(inner)
    return warned.finally(() => outer.remove())
  })
}

test.describe('error reports', () => {
  test.use({ allowed: { errors: [/Error test/, /early error/, cutNetwork] } })

  test('errors of events, promises and rendering are reported, each once with our frames and the pattern of the page, and nothing before', async ({
    page,
  }) => {
    const sent = recordReports(page)
    const reporters: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/on-error-')) reporters.push(request.url())
    })
    await page.goto('/error-test?platform=student&email=asha%40example.com')
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect([sent.length, reporters.length]).toEqual([0, 0])
    for (const name of ['Fail in an event', 'Reject a promise', 'Fail in an event', 'Reject a promise'])
      await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Break the page' }).click()
    await expect(heading(page)).toHaveText('Something went wrong')
    await expect(page.locator('#main').getByText(/get in touch/i)).toBeVisible()
    await expect.poll(() => sent.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(reportsOf(sent).map((report) => [report?.kind, report?.message, report?.page])).toEqual([
      ['error', 'Error test: event', '/error-test'],
      ['rejection', 'Error test: promise', '/error-test'],
      ['render', 'Error test: rendering', '/error-test'],
    ])
    for (const report of reportsOf(sent)) {
      expect(report?.build).toMatch(/^([0-9a-f]{12}|unknown)$/)
      expect(report?.frames?.length).toBeGreaterThan(0)
      for (const { file } of report?.frames ?? []) expect(file).toMatch(ownFile)
    }
    expect(JSON.stringify(reportsOf(sent))).not.toMatch(/asha|localhost|\?/)
  })

  test('an error before hydration is reported with the pattern of a link, never its token, as is one of a page without React', async ({
    page,
  }) => {
    const sent = recordReports(page)
    const secrets = ['c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f', '3Fk29sLq0PzXw8Yt7RmNvB1', '1767225600']
    await breakScript(page, 'main', 'early error of asha@example.com at /a?code=5')
    await page.goto(`/reset-password/${secrets.join('/')}?platform=student&hidden=yes`)
    await expect(page.getByText(fatal)).toBeVisible()
    await expect.poll(() => sent.map(({ status }) => status)).toEqual([204])
    const [report] = reportsOf(sent)
    expect(report).toMatchObject({
      kind: 'error',
      message: 'early error of [email] at /a',
      page: '/reset-password/:uuid/:token/:timestamp',
    })
    expect(report?.frames?.map(({ name, line }) => [name, line])).toEqual([
      ['start', 1],
      [null, 2],
    ])
    for (const secret of [...secrets, 'asha', 'hidden']) expect(JSON.stringify(report)).not.toContain(secret)
    await breakScript(page, 'logout', 'early error of a machine page')
    await page.goto('/school/logout')
    await expect.poll(() => sent.map(({ status }) => status)).toEqual([204, 204])
    expect(sent[1]?.report).toMatchObject({ kind: 'error', page: '/school/logout' })
  })

  test('a script that cannot load leads to the fatal notice, and to a report that names it if the reporter loads', async ({
    page,
  }) => {
    const sent = recordReports(page)
    await page.route('**/assets/react-*.js', (route) => route.abort())
    await page.goto('/?platform=student')
    await expect(page.getByText(fatal)).toBeVisible()
    await expect(page.getByRole('button', { name: /reload/i })).toBeVisible()
    await expect(page.getByRole('main').getByText(/get in touch/i)).toBeVisible()
    await expect(page.getByRole('link', { name: supportEmail })).toHaveAttribute(
      'href',
      `mailto:${supportEmail}`,
    )
    await expect.poll(() => sent.map(({ status }) => status)).toEqual([204])
    expect(sent[0]?.report).toMatchObject({ kind: 'script', page: '/' })
    expect(sent[0]?.report?.message).toMatch(/^\/assets\/main-[\w-]+\.js did not load$/)
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/?platform=student')
    await expect(page.getByText(fatal)).toBeVisible()
    await expect
      .poll(() => sent.slice(1).map(({ report, status }) => [report, status]))
      .toEqual([[{ kind: 'script' }, 204]])
  })

  test('a warning of the browser is no failure of the page, before its script and after it', async ({
    page,
    alsoAllowed,
  }) => {
    alsoAllowed.push(/ResizeObserver loop/)
    const sent = recordReports(page)
    const release = await holdScripts(page)
    await gotoEarly(page, '/error-test')
    await expect(heading(page)).toBeVisible()
    expect(await warnOfSizes(page)).toMatch(/ResizeObserver loop/)
    await expect(page.getByText(fatal)).toBeHidden()
    release()
    await expect(page.locator('html[data-started]')).toBeVisible()
    expect(await warnOfSizes(page)).toMatch(/ResizeObserver loop/)
    await page.getByRole('button', { name: 'Fail in an event' }).click()
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]?.report?.message).toBe('Error test: event')
    await expect(page.getByText(fatal)).toBeHidden()
  })
})
