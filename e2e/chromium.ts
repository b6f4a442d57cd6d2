/** Says where the system's Chromium is and how journeys, pictures and measurements start it. */
import { existsSync } from 'node:fs'

/** Debian's two packages of one engine. Journeys take half the time in the one without windows. */
const withoutWindows = '/usr/bin/chromium-headless-shell'
export const chromiumWithWindows = '/usr/bin/chromium'

/** The path where Chromium is, or should be installed. */
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
