/** Runs the given test files one after the other in this process, each as a suite with its own hooks. */
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'

const files = process.argv.slice(2)

if (files.some((file) => file.includes('/page-tests/'))) {
  const modules = new URL('../page-tests/browser/', import.meta.url).href
  // Imported here so that its hook closes the pages after each test of every file.
  await import(`${modules}browser.ts`)
  const { closeSharedService } = await import(`${modules}shared-service.ts`)
  after(closeSharedService)
}

for (const file of files)
  describe(file, async () => {
    await import(pathToFileURL(file).href)
  })
