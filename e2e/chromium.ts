/** How the system's Chromium is started, for journeys and measurements alike. */
import { existsSync } from 'node:fs'

/** Debian's two packages of one engine: without windows, journeys take half the time. */
const withoutWindows = '/usr/bin/chromium-headless-shell'
export const chromiumWithWindows = '/usr/bin/chromium'

/** Where it is, or should be. */
export function chromiumPath(): string {
  return process.env.CHROMIUM_PATH || (existsSync(withoutWindows) ? withoutWindows : chromiumWithWindows)
}

export const chromiumLaunch = {
  executablePath: chromiumPath(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
}
