/** The platforms as installed: homes, exact origins, clients. Read from one JSON file (PLATFORMS_FILE). */
import { platform as platformField } from '@foyer/contract/fields'
import { type Platform, platforms } from '@foyer/contract/platforms'
import { isRegistrableOrigin, trustedUrl } from '@foyer/contract/trusted-origin'
import * as v from 'valibot'

export type Client = { id: string; platform: Platform; secretSha256: string }

export type Registry = {
  /** Where people of a platform land without a redirect-url; null where none is registered. */
  homeOf(platform: Platform): string | null
  /** Exact origins codes may be sent to. */
  originsOf(platform: Platform): readonly string[]
  clients: readonly Client[]
}

const entry = v.strictObject({
  home: v.optional(v.string()),
  origins: v.array(v.string()),
  clients: v.optional(
    v.array(v.strictObject({ id: v.string(), secretSha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })),
    [],
  ),
})
const file = v.record(platformField, entry)

/** Throws an Error whose message has one line a fault. */
export function readRegistry(json: string, { allowLoopback }: { allowLoopback: boolean }): Registry {
  const parsed = v.safeParse(file, JSON.parse(json))
  if (!parsed.success) {
    throw new Error(
      parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'file'}: ${issue.message}`).join('\n'),
    )
  }
  const entries = new Map(Object.entries(parsed.output) as [Platform, v.InferOutput<typeof entry>][])
  const faults = [...entries].flatMap(([platform, { home, origins }]) => [
    ...origins
      .filter((origin) => !isRegistrableOrigin(origin, allowLoopback))
      .map((origin) => `${platform}: ${origin} is not an exact https origin`),
    ...(home !== undefined && !trustedUrl(home, origins)
      ? [`${platform}: the home is not on one of its origins`]
      : []),
  ])
  const ids = [...entries.values()].flatMap(({ clients }) => clients.map((client) => client.id))
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
  faults.push(...repeated.map((id) => `client id ${id} is used twice`))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return {
    homeOf: (platform) => entries.get(platform)?.home ?? null,
    originsOf: (platform) => entries.get(platform)?.origins ?? [],
    clients: platforms.flatMap((platform) =>
      (entries.get(platform)?.clients ?? []).map((client) => ({ ...client, platform })),
    ),
  }
}
