/** Reads the platforms and external sites of an installation from one JSON file (PLATFORMS_FILE). */
import { platform as platformField } from '@foyer/contract/fields'
import {
  defaultPlatformPaths,
  isPlatformPath,
  type PlatformPage,
  type PlatformPaths,
} from '@foyer/contract/navigation/platform-links'
import { autoLoginPlatform, type Platform, platforms } from '@foyer/contract/platforms'
import type { External } from '@foyer/contract/targets/externals'
import { isPreviewPattern } from '@foyer/contract/targets/preview-origins'
import { trustedUrl } from '@foyer/contract/targets/trusted-origin'
import * as v from 'valibot'
import { publicOr } from '../outbound/public-addresses.ts'
import { type ExternalSite, externalClients, externalFaults, externalsShape } from './external-sites.ts'
import {
  type Client,
  explainObject,
  logoutUriFaults,
  openIdFaults,
  originFault,
  platformClient,
  secretFaults,
  text,
} from './registry-client.ts'

export type Registry = {
  /** The URL that users reach without a redirect-url; null if the platform registers none. */
  homeOf(platform: Platform): string | null
  /**
   * The registered paths of the platform's own pages, relative to its home; other pages have the contract's default
   * paths.
   */
  pathsOf(platform: Platform): PlatformPaths
  /** The exact origins that may receive codes. */
  originsOf(platform: Platform): readonly string[]
  /** URL patterns of preview deployments that may request a logout of the platform; empty in production. */
  previewOriginsOf(platform: Platform): readonly string[]
  /** The exact origins that may frame the auto-login page. */
  sisterOrigins: readonly string[]
  /** Returns whether auto-login may continue the sessions of this client. */
  isSisterClient(clientId: string | null): boolean
  /** The external site; null if the installation does not define it. */
  external(name: External): ExternalSite | null
  clients: readonly Client[]
}

export const emptyRegistry: Registry = {
  homeOf: () => null,
  pathsOf: () => ({}),
  originsOf: () => [],
  previewOriginsOf: () => [],
  sisterOrigins: [],
  isSisterClient: () => false,
  external: () => null,
  clients: [],
}

const path = v.pipe(
  text,
  v.check(isPlatformPath, "must be a path: '/' first, no '//', no dot segment, no scheme, no query"),
)
const paths = v.strictObject(
  v.entriesFromList(Object.keys(defaultPlatformPaths) as PlatformPage[], v.exactOptional(path)),
  explainObject,
)
const origins = v.array(text, 'must be a list')
const entry = v.strictObject(
  {
    home: v.optional(text),
    paths: v.optional(paths, {}),
    origins,
    previewOrigins: v.optional(
      v.array(
        v.pipe(text, v.check(isPreviewPattern, "must be like 'https://fixed-*-fixed.preview.example'")),
        'must be a list',
      ),
      [],
    ),
    clients: v.optional(v.array(platformClient, 'must be a list'), []),
  },
  explainObject,
)
/** A site that may frame the auto-login page, and the client whose sessions continue there. */
const sisterSite = v.strictObject({ origin: text, client: text }, explainObject)
const file = v.pipe(
  v.record(v.string(), v.unknown(), 'must be an object'),
  // Separates the keys of external and sister sites from the platforms, which are the other keys.
  v.transform(({ external = {}, sisterSites = [], ...platforms }) => ({ external, sisterSites, platforms })),
  v.strictObject({
    external: externalsShape,
    sisterSites: v.array(sisterSite, 'must be a list'),
    platforms: v.record(platformField, entry),
  }),
)

/** Production also refuses this machine, hosts where anybody may publish, and published or shared secrets. */
type Options = {
  isProduction: boolean
  /** Private networks to which production may post logout tokens. */
  backChannelNetworks?: readonly string[]
}

/** Throws an Error whose message has one line per fault. */
export function readRegistry(json: string, { isProduction, backChannelNetworks = [] }: Options): Registry {
  const parsed = v.safeParse(file, parseJson(json))
  if (!parsed.success) {
    throw new Error(
      parsed.issues
        .map((issue) => `${v.getDotPath(issue)?.replace(/^platforms\./, '') ?? 'the file'}: ${issue.message}`)
        .join('\n'),
    )
  }
  const entries = new Map(
    Object.entries(parsed.output.platforms) as [Platform, v.InferOutput<typeof entry>][],
  )
  const { external, sisterSites } = parsed.output
  const faults = [...entries].flatMap(([platform, { home, paths, origins, previewOrigins, clients }]) => [
    ...originFaults(platform, origins, isProduction),
    ...(isProduction && previewOrigins.length > 0
      ? [`${platform}: previewOrigins are for development: production answers registered origins alone`]
      : []),
    ...(home !== undefined && !trustedUrl(home, origins)
      ? [`${platform}: the home is not on one of its origins`]
      : []),
    ...(home === undefined && Object.keys(paths).length > 0 ? [`${platform}: paths without a home`] : []),
    ...clientOriginFaults(platform, origins, clients),
  ])
  const clients = [
    ...platforms.flatMap((platform) =>
      (entries.get(platform)?.clients ?? []).map((each) => ({
        ...each,
        platforms: [platform],
        external: null,
        origins: each.origins ?? entries.get(platform)?.origins ?? [],
      })),
    ),
    ...externalClients(external),
  ]
  const sisterOrigins = sisterSites.map(({ origin }) => origin)
  const sisterClients = sisterSites.map(({ client }) => client)
  faults.push(...originFaults('sisterSites', sisterOrigins, isProduction))
  faults.push(
    ...sisterClients
      .filter((id) => !entries.get(autoLoginPlatform)?.clients.some((client) => client.id === id))
      .map((id) => `sisterSites: ${id} is no client of ${autoLoginPlatform}`),
  )
  faults.push(...externalFaults(external, isProduction))
  faults.push(...logoutUriFaults(clients, isProduction ? publicOr(backChannelNetworks) : null))
  faults.push(...openIdFaults(clients))
  faults.push(...repeated(clients, 'id').map(({ id }) => `client id ${id} is used twice`))
  if (isProduction) faults.push(...secretFaults(clients))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return {
    homeOf: (platform) => entries.get(platform)?.home ?? null,
    pathsOf: (platform) => entries.get(platform)?.paths ?? {},
    originsOf: (platform) => entries.get(platform)?.origins ?? [],
    previewOriginsOf: (platform) => entries.get(platform)?.previewOrigins ?? [],
    sisterOrigins,
    isSisterClient: (id) => id !== null && sisterClients.includes(id),
    external: (name) => external[name] ?? null,
    clients,
  }
}

function originFaults(name: string, origins: readonly string[], isProduction: boolean): string[] {
  return origins.flatMap((origin, index) => {
    const fault = originFault(origin, isProduction)
    return fault ? [`${name}: origin ${index + 1} ${fault}`] : []
  })
}

/**
 * Requires that every origin of a platform with clients belongs to a client. Clients must name their origins if the
 * platform has several of both, so that no origin is guessed.
 */
function clientOriginFaults(
  platform: Platform,
  origins: readonly string[],
  clients: readonly { id: string; origins?: readonly string[] | undefined }[],
): string[] {
  const isGuess = clients.length > 1 && origins.length > 1
  return [
    ...clients.flatMap(({ id, origins: own }) => {
      if (!own)
        return isGuess ? [`client ${id}: name its origins, because ${platform} has several of both`] : []
      const index = own.findIndex((origin) => !origins.includes(origin))
      return index < 0 ? [] : [`client ${id}: origin ${index + 1} is not one of ${platform}`]
    }),
    ...(clients.length > 0 && clients.every((client) => client.origins)
      ? origins.flatMap((origin, index) =>
          clients.some((client) => client.origins?.includes(origin))
            ? []
            : [`${platform}: origin ${index + 1} belongs to no client`],
        )
      : []),
  ]
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Error('the file is not JSON')
  }
}

function repeated<Item>(items: readonly Item[], key: keyof Item): Item[] {
  return items.filter((item, index) => items.findIndex((other) => other[key] === item[key]) < index)
}
