/** Opens the whole service, with its real pages and a database of its own, once for all page tests of a process. */
import type { Config } from '../../api/src/kernel/config/config.ts'
import { openPages } from '../../api/src/kernel/http/pages/open-pages.ts'
import { openTestApp, type TestApp, testConfig } from '../../api/src/testing/test-app.ts'
import { buildPages } from './page-scripts.ts'

/** The address of the service's pages, which every page has as its origin. */
export const origin = testConfig().baseUrl

let shared: Promise<TestApp> | undefined

/** Returns the service that most tests share: users of their own keep them apart. */
export function sharedService(): Promise<TestApp> {
  shared ??= openService()
  return shared
}

/** Ends the shared service after the last test of the process (scripts/test-shard.ts). */
export async function closeSharedService(): Promise<void> {
  const opened = await shared
  shared = undefined
  await opened?.close()
}

/** Opens a service with other settings; the caller closes it. */
export async function openService(more: Partial<Config> = {}): Promise<TestApp> {
  await buildPages()
  const config = { limitsFactor: 1000, ...more }
  return openTestApp({ config, pageStore: await openPages({ ...testConfig(), ...config }) })
}
