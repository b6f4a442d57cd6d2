/** Makes the platforms file that registers the demo sites at Foyer (PLATFORMS_FILE). */
import { createHash } from 'node:crypto'
import { basePath, clientIdOf, clientSecretOf, firstPort, originOf, type Site, sites } from './sites.ts'

type Client = {
  id: string
  secretSha256?: string
  backchannelLogoutUri?: string
  origins?: string[]
  openid?: { isPublic: boolean; redirectUris: string[]; postLogoutRedirectUris: string[] }
}
type Entry = {
  home?: string
  paths?: Record<string, string>
  origins: string[]
  previewOrigins?: string[]
  clients: Client[]
}

/** The paths of the learner site's pages, to which Foyer's menu links. */
const learnerPaths = {
  library: '/library',
  orders: '/orders',
  settings: '/settings',
  profile: '/profile',
  skillProfile: '/skill-profile',
  publicSkillProfile: '/profile/skill-profile/',
}

type Registrations = {
  platforms: Record<string, Entry>
  external: Record<string, unknown>
  sisterSites: { origin: string; client: string }[]
}

/** Registers each site. `demoPort` is the port of the first site. */
export function registrationsOf(demoPort: number): Registrations {
  const platforms: Record<string, Entry> = {}
  const external: Record<string, unknown> = {}
  const sisterSites: Registrations['sisterSites'] = []
  for (const site of sites) {
    const origin = originOf(site, demoPort)
    if (site.external) {
      external[site.external] = externalOf(site, origin)
      continue
    }
    const entry = platforms[site.platform] ?? entryOf(site, origin)
    if (site.isSister) {
      // If a platform has several clients, each must name the origins whose codes it redeems.
      for (const client of entry.clients) client.origins = [...entry.origins]
      entry.origins.push(origin)
      sisterSites.push({ origin, client: clientIdOf(site) })
    }
    entry.clients.push({ ...clientOf(site, origin), ...(site.isSister && { origins: [origin] }) })
    platforms[site.platform] = entry
  }
  return { platforms, external, sisterSites }
}

/** Returns the text of the file, in which external and sister sites are keys next to the platforms. */
export function fileOf({ platforms, external, sisterSites }: Registrations): string {
  return JSON.stringify({ ...platforms, external, sisterSites }, null, 2)
}

function entryOf(site: Site, origin: string): Entry {
  return {
    ...(!site.hasNoHome && { home: `${origin}/` }),
    ...(site.isForLearners && { paths: learnerPaths }),
    origins: [origin],
    ...(site.isForLearners && { previewOrigins: ['https://lantern-*-team.preview.example'] }),
    clients: [],
  }
}

function externalOf(site: Site, origin: string): Record<string, unknown> {
  return {
    name: 'Zoom',
    url: `${origin}${basePath}/callback`,
    client: clientOf(site, origin),
    platforms: ['student', 'professor'],
  }
}

function clientOf(site: Site, origin: string): Client {
  const secretSha256 = createHash('sha256').update(clientSecretOf(site)).digest('hex')
  return {
    id: clientIdOf(site),
    secretSha256,
    backchannelLogoutUri: `${origin}${basePath}/back-channel-logout`,
  }
}

// `npx node demo/src/platforms-file.ts > api/platforms.development.json`, then `npm run format`.
if (import.meta.main) console.log(fileOf(registrationsOf(firstPort)))
