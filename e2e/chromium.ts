/** Says where the system's Chromium is and how journeys, pictures and measurements start it. */
import { existsSync } from 'node:fs'

/** Debian's two packages of one engine. Journeys take half the time in the one without windows. */
const withoutWindows = '/usr/bin/chromium-headless-shell'
export const chromiumWithWindows = '/usr/bin/chromium'

/** The path where Chromium is, or should be installed. */
export function chromiumPath(): string {
  return process.env.CHROMIUM_PATH || (existsSync(withoutWindows) ? withoutWindows : chromiumWithWindows)
}

/**
 * Playwright turns these features off, and the partitions of storage, too, which users have: a page of another site then
 * reads the storage of Foyer. This list replaces its own, because the last switch of a name counts.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
]

export const chromiumLaunch = {
  executablePath: chromiumPath(),
  args: [
    `--disable-features=${withoutFeatures}`,
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
}
