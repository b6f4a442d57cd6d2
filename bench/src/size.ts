/**
 * `npm run size`: what the first screen costs a new visitor, measured in Chromium: every request and the bytes of its body as sent, and
 * the limits (JavaScript ≤ 70 kB brotli with React, ≤ 6 requests). Exits 1 above a limit.
 */
import { spawn, spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'

const root = join(import.meta.dirname, '../..')
const port = '4400'
const limits = { scriptKb: 70, requests: 6, htmlKb: 6, machineKb: 5 }

type Sent = { url: string; type: string; bytes: number }

async function main(): Promise<void> {
  const build = spawnSync(process.execPath, ['web/build.ts'], { cwd: root, stdio: 'inherit' })
  if (build.status !== 0) process.exit(build.status ?? 1)
  const folder = join(root, '.data/size')
  const service = spawn(process.execPath, ['api/src/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: port, DATA_FOLDER: folder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) => service.once('exit', resolve))
  const isUp = await Promise.race([
    new Promise<boolean>((resolve) => service.once('message', () => resolve(true))),
    ended.then(() => false),
  ])
  if (!isUp) process.exit(1)
  const isFine = await measure().finally(async () => {
    service.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  process.exit(isFine ? 0 : 1)
}

async function measure(): Promise<boolean> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  const page = await browser.newPage()
  const first = await requestsOf(page, '/?platform=student')
  const logout = await requestsOf(await browser.newPage(), '/logout?platform=student')
  await browser.close()
  return [
    within('JavaScript of the first screen', kb(first, 'script'), limits.scriptKb, 'kB'),
    within('HTML of the first screen', kb(first, 'document'), limits.htmlKb, 'kB'),
    within('requests of the first screen', first.length, limits.requests, ''),
    within('JavaScript of the logout page', kb(logout, 'script'), limits.machineKb, 'kB'),
  ].every(Boolean)
}

/** Everything the page asks for until its network rests, favicon included. The logout page is held where it is. */
async function requestsOf(page: Page, path: string): Promise<Sent[]> {
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
  await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'networkidle' }).catch(() => {})
  await page.waitForTimeout(500)
  const all = [...sent.values()]
  console.log(`\n${path}`)
  for (const { url, type, bytes } of all)
    console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${type.padEnd(10)} ${new URL(url).pathname}`)
  return all
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
