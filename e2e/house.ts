/** Where the house of the browser tests stands: ports and data of its own, beside one that may be running. */
import { join } from 'node:path'

export const accountsUrl = 'http://localhost:4300'
export const demoUrl = 'http://localhost:4310'
/** Where the service forwards to what the web tells analytics. */
export const collectorUrl = 'http://127.0.0.1:4302'

const root = join(import.meta.dirname, '..')

export const house = {
  PORT: '4300',
  DEMO_PORT: '4310',
  DATA_FOLDER: join(root, '.data/e2e'),
  PLATFORMS_FILE: join(root, 'e2e/platforms.json'),
  LIMITS_FACTOR: '1000',
  ANALYTICS_URL: collectorUrl,
}
