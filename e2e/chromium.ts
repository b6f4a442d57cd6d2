/** Finds the system's Chromium, and defines how browser tests, pictures and measurements start it. */
import { existsSync } from 'node:fs'

/** Debian's two packages of the same engine. Browser tests take half the time in the headless shell. */
const withoutWindows = '/usr/bin/chromium-headless-shell'
export const chromiumWithWindows = '/usr/bin/chromium'

/** Returns the path where Chromium is, or should be installed. */
export function chromiumPath(): string {
  return process.env.CHROMIUM_PATH || (existsSync(withoutWindows) ? withoutWindows : chromiumWithWindows)
}

/**
 * Playwright turns off these features and also storage partitioning. Users have partitioning; without it, a page of
 * another site could read Foyer's storage. This list replaces Playwright's, because Chromium uses the last switch of a
 * name.
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
