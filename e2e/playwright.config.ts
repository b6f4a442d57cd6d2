import { defineConfig, devices } from '@playwright/test'
import { chromiumLaunch } from './chromium.ts'
import { firefoxLaunch, isFirefoxInstalled } from './firefox.ts'
import { accountsUrl, collectorUrl, demoUrl, installationEnv, parents } from './test-installation.ts'

const statesInFirefox = 'pages/states-in-firefox.e2e.ts'

const chromium = {
  name: 'chromium',
  testIgnore: statesInFirefox,
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: chromiumLaunch,
    // Motion costs a third of the work of a journey; tests about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' as const },
  },
}

/** Runs states and the journeys of other windows in the system's Firefox, too; `npm test` says when it is missing. */
const firefox = {
  name: 'firefox',
  testMatch: [statesInFirefox, 'embedding/*.e2e.ts', 'social/windows.e2e.ts'],
  grepInvert: /@one-engine/,
  use: { browserName: 'firefox' as const, channel: 'moz-firefox', launchOptions: firefoxLaunch() },
}

/** Runs the journeys in the system's Chromium against a test installation. */
export default defineConfig({
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // One more than the cores of CI: a journey spends a part of its time waiting.
  workers: 3,
  // A test that fails by chance is a fault of the page or of the test.
  retries: 0,
  // A busy machine takes long for a page; a test that passes ends early all the same.
  timeout: 90_000,
  globalTimeout: 30 * 60_000,
  // A reload may wait 20 s for a file that the page before it was loading: Chromium locks its cache that long.
  expect: { timeout: 30_000 },
  reporter: [[process.env.CI ? 'line' : 'list'], ['./audit/audit-reporter.ts']],
  forbidOnly: Boolean(process.env.CI),
  use: { baseURL: accountsUrl },
  projects: isFirefoxInstalled() ? [chromium, firefox] : [chromium],
  webServer: [
    { command: `${process.execPath} e2e/collector.ts`, cwd: '..', url: collectorUrl },
    { command: `${process.execPath} e2e/embedding/parent-server.ts`, cwd: '..', url: parents.crossSite },
    {
      command: `${process.execPath} e2e/start-installation.ts`,
      cwd: '..',
      env: installationEnv,
      url: demoUrl,
      timeout: 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  ],
})
