/** Starts the service and the demo sites for the browser tests, with a platforms file that contains their ports. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileOf, registrationsOf } from '../demo/src/platforms-file.ts'
import { clientIdOf, siteOf } from '../demo/src/sites.ts'
import { clientLogo, deviceGrant, openIdClient, openIdPath } from './embedding/openid-page.ts'
import { testPorts } from './ports.ts'
import { installationEnv, parents } from './test-installation.ts'

const registrations = registrationsOf(testPorts.demo)
for (const platform of ['student', 'school']) {
  const { origins, clients } = registrations.platforms[platform] ?? { origins: [], clients: [] }
  for (const list of [origins, clients[0]?.origins ?? []])
    list.push(parents.sameSite, parents.secondSite, parents.crossSite)
}
const openIdUris = [parents.sameSite, parents.crossSite].map((origin) => `${origin}${openIdPath}`)
const browserApp = {
  id: openIdClient,
  origins: [parents.sameSite, parents.crossSite],
  openid: {
    ...{ isPublic: true, redirectUris: openIdUris, postLogoutRedirectUris: openIdUris },
    ...{ name: 'Chess Club', logo: clientLogo, grants: ['authorization_code', 'refresh_token', deviceGrant] },
  },
}
registrations.platforms.student?.clients.push(browserApp)
registrations.sisterSites.push({ origin: parents.sister, client: clientIdOf(siteOf('sister')) })

mkdirSync(dirname(installationEnv.PLATFORMS_FILE), { recursive: true })
writeFileSync(installationEnv.PLATFORMS_FILE, fileOf(registrations))
await import('../scripts/start.ts')
