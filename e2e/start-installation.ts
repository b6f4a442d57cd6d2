/** Starts the service and the demo platform for the browser tests, with a platforms file that names their ports. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { demoUrl, installationEnv } from './test-installation.ts'

/** SHA-256 of the demo platform's development secret (demo/src/sites.ts). */
const secretSha256 = 'bea05195402ff1c30361525f3d7ab6d39408c82bcf0beb9b06a5a3c85a2ad5c4'
const student = { home: `${demoUrl}/`, origins: [demoUrl], clients: [{ id: 'learning-demo', secretSha256 }] }

mkdirSync(dirname(installationEnv.PLATFORMS_FILE), { recursive: true })
writeFileSync(installationEnv.PLATFORMS_FILE, JSON.stringify({ student }, null, 2))
await import('../scripts/start.ts')
