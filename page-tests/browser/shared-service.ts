/** Opens the whole service once for all page tests of a process, with its real pages and its own database. */
import type { Config } from '../../api/src/kernel/config/config.ts'
import { openPages } from '../../api/src/kernel/http/pages/open-pages.ts'
import { openTestApp, type TestApp, testConfig } from '../../api/src/testing/test-app.ts'
import { buildPages } from './page-scripts.ts'

/** The URL of the service's pages, which is the origin of every page. */
export const origin = testConfig().baseUrl

/** No platform reminds its users to set up a second factor, so that the tests of staff go on without an answer. */
const oneFactor: Config['platformAssurance'] = {
  serviceAdmin: 1,
  svp: 1,
  centreAdmin: 1,
  iqa: 1,
  applicationFormAdmin: 1,
  recruitmentUtils: 1,
}

let shared: Promise<TestApp> | undefined

/** Returns the service that most tests share; each test creates its own users. */
export function sharedService(): Promise<TestApp> {
  shared ??= openService()
  return shared
}

/** Closes the shared service after the last test of the process (scripts/test-shard.ts). */
export async function closeSharedService(): Promise<void> {
  const opened = await shared
  shared = undefined
  await opened?.close()
}

/** Opens a service with other settings; the caller must close it. */
export async function openService(more: Partial<Config> = {}): Promise<TestApp> {
  await buildPages()
  const config = { limitsFactor: 1000, platformAssurance: oneFactor, ...more }
  return openTestApp({ config, pageStore: await openPages({ ...testConfig(), ...config }) })
}
