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
    // Motion takes a third of a test's work; tests about motion turn it on.
    contextOptions: { reducedMotion: 'reduce' as const },
  },
}

/** Runs states, the doors and the tests of other windows in the system's Firefox too; `npm test` reports if Firefox is missing. */
const firefox = {
  name: 'firefox',
  testMatch: [
    statesInFirefox,
    'account/step-up.e2e.ts',
    'doors/*.e2e.ts',
    'embedding/*.e2e.ts',
    'social/windows.e2e.ts',
  ],
  grepInvert: /@one-engine/,
  use: { browserName: 'firefox' as const, channel: 'moz-firefox', launchOptions: firefoxLaunch() },
}

/** Runs the browser tests in the system's Chromium against a test installation. */
export default defineConfig({
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // One more than CI has cores, because browser tests spend part of their time waiting.
  workers: 3,
  // No retries: a test that fails by chance reveals a fault of the page or of the test.
  retries: 0,
  // Long for busy machines; a passing test ends earlier.
  timeout: 90_000,
  globalTimeout: 30 * 60_000,
  // A reload may wait 20 s for a file that the previous page was loading, because Chromium locks its cache that long.
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
      // Long for busy machines, like the time limit of a test.
      timeout: 180_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  ],
})
