/** Starts the service and the demo platform for the browser tests, with a platforms file that names their ports. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { demoUrl, installationEnv, parents, zoomUrl } from './test-installation.ts'

/** SHA-256 of the development secrets of the demo's sites (demo/src/sites.ts). */
const secretSha256 = 'bea05195402ff1c30361525f3d7ab6d39408c82bcf0beb9b06a5a3c85a2ad5c4'
const zoomSecretSha256 = '2da5e0018658ed33e28ffa634b53e727b64a97d7096c9f34d090816e74d89786'
const parentOrigins = [parents.sameSite, parents.crossSite]
const student = {
  home: `${demoUrl}/`,
  origins: [demoUrl, ...parentOrigins],
  clients: [{ id: 'learning-demo', secretSha256 }],
}
const zoom = {
  name: 'Zoom',
  url: `${zoomUrl}/callback`,
  client: { id: 'zoom-demo', secretSha256: zoomSecretSha256 },
  platforms: ['student', 'professor'],
}

mkdirSync(dirname(installationEnv.PLATFORMS_FILE), { recursive: true })
/** Without a home, users of schools stay on their account unless a link names a target. */
const school = { origins: [demoUrl, ...parentOrigins] }
writeFileSync(
  installationEnv.PLATFORMS_FILE,
  JSON.stringify({ student, school, external: { zoom } }, null, 2),
)
await import('../scripts/start.ts')
