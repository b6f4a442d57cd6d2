/** Starts the service and the demo sites for the browser tests, with a platforms file that names their ports. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileOf, registrationsOf } from '../demo/src/platforms-file.ts'
import { testPorts } from './ports.ts'
import { installationEnv, parents } from './test-installation.ts'

const registrations = registrationsOf(testPorts.demo)
for (const platform of ['student', 'school'])
  registrations.platforms[platform]?.origins.push(parents.sameSite, parents.secondSite, parents.crossSite)
registrations.sisterSites.push(parents.sister)

mkdirSync(dirname(installationEnv.PLATFORMS_FILE), { recursive: true })
writeFileSync(installationEnv.PLATFORMS_FILE, fileOf(registrations))
await import('../scripts/start.ts')
