/** Reads the platforms of the installation from one JSON file (PLATFORMS_FILE): homes, paths, exact origins, clients. */
import { platform as platformField } from '@foyer/contract/fields'
import {
  defaultPlatformPaths,
  isPlatformPath,
  type PlatformPage,
  type PlatformPaths,
} from '@foyer/contract/navigation/platform-links'
import { type Platform, platforms } from '@foyer/contract/platforms'
import { isRegistrableOrigin, trustedUrl } from '@foyer/contract/trusted-origin'
import * as v from 'valibot'
import { unsafeHost } from './unsafe-hosts.ts'
import { isPublishedSecret } from './weak-secrets.ts'

export type Client = {
  id: string
  platform: Platform
  /** One hash, or two while the secret is replaced. */
  secretSha256s: readonly string[]
  /** True: the client may redeem only codes with a PKCE challenge (RFC 7636). */
  requiresPkce: boolean
}

/** The `client_id` of Foyer's own sessions in access tokens (RFC 9068 §2.2); no platform can register it. */
export const ownClientId = 'foyer'

export type Registry = {
  /** The URL that users of a platform reach without a redirect-url; null where none is registered. */
  homeOf(platform: Platform): string | null
  /** The registered paths of a platform's own pages below its home; the others have the defaults of the contract. */
  pathsOf(platform: Platform): PlatformPaths
  /** The exact origins to which codes may be sent. */
  originsOf(platform: Platform): readonly string[]
  clients: readonly Client[]
}

export const emptyRegistry: Registry = {
  homeOf: () => null,
  pathsOf: () => ({}),
  originsOf: () => [],
  clients: [],
}

// The library's messages repeat the input, which may be a secret in the wrong place: these never do.
const text = v.string('must be text')
const notSha256 = 'must be a SHA-256 in lower-case hex'
const sha256 = v.pipe(text, v.regex(/^[0-9a-f]{64}$/, notSha256))
const client = v.pipe(
  v.strictObject(
    {
      id: v.pipe(text, v.notValue(ownClientId, 'is reserved for sessions of Foyer itself')),
      secretSha256: v.union([sha256, v.strictTuple([sha256, sha256])], `${notSha256}, or a list of two`),
      requiresPkce: v.optional(v.boolean('must be true or false'), true),
    },
    explainObject,
  ),
  v.transform(({ secretSha256, ...given }) => ({ ...given, secretSha256s: [secretSha256].flat() })),
)
const path = v.pipe(
  text,
  v.check(isPlatformPath, "must be a path: '/' first, no '//', no dot segment, no scheme, no query"),
)
const paths = v.strictObject(
  v.entriesFromList(Object.keys(defaultPlatformPaths) as PlatformPage[], v.exactOptional(path)),
  explainObject,
)
const entry = v.strictObject(
  {
    home: v.optional(text),
    paths: v.optional(paths, {}),
    origins: v.array(text, 'must be a list'),
    clients: v.optional(v.array(client, 'must be a list'), []),
  },
  explainObject,
)
const file = v.record(platformField, entry, 'must be an object')

/** Production also refuses this machine, hosts on which anybody may publish, and published or shared secrets. */
type Options = { isProduction: boolean }

/** Throws an Error whose message has one line for each fault. */
export function readRegistry(json: string, { isProduction }: Options): Registry {
  const parsed = v.safeParse(file, parseJson(json))
  if (!parsed.success) {
    throw new Error(
      parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`).join('\n'),
    )
  }
  const entries = new Map(Object.entries(parsed.output) as [Platform, v.InferOutput<typeof entry>][])
  const faults = [...entries].flatMap(([platform, { home, paths, origins }]) => [
    ...origins.flatMap((origin, index) => {
      const fault = originFault(origin, isProduction)
      return fault ? [`${platform}: origin ${index + 1} ${fault}`] : []
    }),
    ...(home !== undefined && !trustedUrl(home, origins)
      ? [`${platform}: the home is not on one of its origins`]
      : []),
    ...(home === undefined && Object.keys(paths).length > 0 ? [`${platform}: paths without a home`] : []),
  ])
  const clients = [...entries.values()].flatMap((each) => each.clients)
  faults.push(...repeated(clients, 'id').map(({ id }) => `client id ${id} is used twice`))
  if (isProduction) faults.push(...secretFaults(clients))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return {
    homeOf: (platform) => entries.get(platform)?.home ?? null,
    pathsOf: (platform) => entries.get(platform)?.paths ?? {},
    originsOf: (platform) => entries.get(platform)?.origins ?? [],
    clients: platforms.flatMap((platform) =>
      (entries.get(platform)?.clients ?? []).map((client) => ({ ...client, platform })),
    ),
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Error('the file is not JSON')
  }
}

function explainObject({ expected }: { expected: string | null }): string {
  if (expected === 'never') return 'is not known here'
  return expected === 'Object' ? 'must be an object' : 'is missing'
}

function originFault(origin: string, isProduction: boolean): string | null {
  if (origin.includes('*')) return 'is a wildcard: name each origin'
  const unsafe = isProduction && unsafeHost(URL.parse(origin)?.hostname ?? '')
  if (unsafe) return unsafe
  return isRegistrableOrigin(origin, !isProduction) ? null : 'is not an exact https origin'
}

function secretFaults(clients: readonly Omit<Client, 'platform'>[]): string[] {
  return [
    ...clients
      .filter(({ secretSha256s }) => secretSha256s.some(isPublishedSecret))
      .map(({ id }) => `the secret of client ${id} is for development: it is published`),
    ...clients
      .filter(({ secretSha256s }, index) =>
        clients
          .slice(0, index)
          .some((other) => other.secretSha256s.some((one) => secretSha256s.includes(one))),
      )
      .map(({ id }) => `client ${id} has the secret of another client`),
  ]
}

function repeated<Item>(items: readonly Item[], key: keyof Item): Item[] {
  return items.filter((item, index) => items.findIndex((other) => other[key] === item[key]) < index)
}
