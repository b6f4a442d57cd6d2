/** Runs the given test files one after the other in this process, each as a suite with hooks of its own. */
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

for (const file of process.argv.slice(2))
  describe(file, async () => {
    await import(pathToFileURL(file).href)
  })
