import { defineConfig, devices } from '@playwright/test'
import { chromiumLaunch } from './chromium.ts'
import { accountsUrl, collectorUrl, demoUrl, installationEnv } from './test-installation.ts'

/** Runs the journeys in the system's Chromium against a test installation. */
export default defineConfig({
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // In CI a test that fails once runs again: Playwright reports it as flaky, and a second failure is red.
  retries: process.env.CI ? 1 : 0,
  timeout: 30_000,
  expect: { timeout: 8_000 },
  reporter: process.env.CI ? 'line' : 'list',
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    baseURL: accountsUrl,
    launchOptions: chromiumLaunch,
  },
  webServer: [
    { command: `${process.execPath} e2e/collector.ts`, cwd: '..', url: collectorUrl },
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
