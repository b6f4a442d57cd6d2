/**
 * Reads the external sites of the platforms file: sites of other companies to which signed-in users may be handed over.
 */

import { platform as platformField } from '@foyer/contract/fields'
import { platformRow } from '@foyer/contract/platforms'
import { type External, externals, ownParameters } from '@foyer/contract/targets/externals'
import * as v from 'valibot'
import { type Client, explainObject, externalClient, originFault, text } from './registry-client.ts'

const site = v.strictObject(
  {
    /** The site's name on the pages. */
    name: v.pipe(text, v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(40, 'must be short')),
    /** The only URL to which codes are sent. */
    url: text,
    client: externalClient,
    /** The platforms whose users may be handed over. */
    platforms: v.pipe(v.array(platformField, 'must be a list'), v.minLength(1, 'must not be empty')),
  },
  explainObject,
)

/** The platforms file may define each external site that Foyer has a page for. */
export const externalsShape = v.strictObject(
  Object.fromEntries(externals.map((name) => [name, v.optional(site)])) as Record<
    External,
    v.OptionalSchema<typeof site, undefined>
  >,
  explainObject,
)

export type ExternalSite = Omit<v.InferOutput<typeof site>, 'client'>
type ExternalSites = v.InferOutput<typeof externalsShape>

export function externalClients(sites: ExternalSites): Client[] {
  return entriesOf(sites).map(([external, { client, platforms, url }]) => {
    const origins = [URL.parse(url)?.origin ?? ''] // A URL without an origin is refused by `externalFaults`.
    return { ...client, platforms, external, origins }
  })
}

/** Returns one line per fault. Production refuses the same URLs as for a platform's origin. */
export function externalFaults(sites: ExternalSites, isProduction: boolean): string[] {
  return entriesOf(sites).flatMap(([name, { url, platforms }]) => [
    ...urlFaults(url, isProduction).map((fault) => `external ${name}: the URL ${fault}`),
    // Users of these platforms never leave Foyer with a code (product 6).
    ...platforms
      .filter((platform) => platformRow(platform).redirect === 'none')
      .map((platform) => `external ${name}: ${platform} never redirects to another site`),
  ])
}

function urlFaults(value: string, isProduction: boolean): string[] {
  const url = URL.parse(value)
  if (!url) return ['is not absolute']
  const origin = originFault(url.origin, isProduction)
  if (origin) return [origin]
  if (url.username || url.password) return ['contains a user name or password']
  if (value.includes('#')) return ['has a fragment, which no server receives']
  const own = [...url.searchParams.keys()].find((name) => ownParameters.has(name))
  return own === undefined ? [] : [`has the parameter ${own}, which is Foyer's own`]
}

function entriesOf(sites: ExternalSites): [External, v.InferOutput<typeof site>][] {
  return externals.flatMap((name) => (sites[name] ? [[name, sites[name]]] : []))
}
