/** Reads the public keys of clients that publish them at a URL (`jwks_uri`), and caches them. */
import { createRemoteJWKSet, customFetch, type RemoteJWKSet } from 'jose'
import { boundedDownload } from '../../kernel/outbound/bounded-download.ts'
import { publicOr } from '../../kernel/outbound/public-addresses.ts'

export type ClientKeys = {
  /** Returns the keys at a registered URL. Reading them throws DownloadError if the server does not send them. */
  at(uri: string): RemoteJWKSet
}

type Options = {
  /** Private networks that may be called in addition to the public Internet; null allows every address, in development. */
  networks: readonly string[] | null
  /** The time between two questions for a key that was not there. */
  cooldownMs?: number
}

const cacheMs = 600_000
const timeoutMs = 3_000
const maxBytes = 65_536
/** The registered URLs are few; the bound is for those that an operator has changed since. */
const mostUris = 1_000

/**
 * A key that is not among the cached ones is asked for at once, but at most once in `cooldownMs`: a client changes its keys by
 * publishing the next one, and an attacker who sends unknown key ids makes no load. The same holds after a failure.
 */
export function createClientKeys({ networks, cooldownMs = 30_000 }: Options): ClientKeys {
  const mayReach = networks === null ? null : publicOr(networks)
  const sets = new Map<string, RemoteJWKSet>()

  function open(uri: string): RemoteJWKSet {
    let failure: { error: unknown; until: number } | null = null
    return createRemoteJWKSet(new URL(uri), {
      ...{ cacheMaxAge: cacheMs, cooldownDuration: cooldownMs, timeoutDuration: timeoutMs },
      async [customFetch](_url, { signal }) {
        if (failure && failure.until > performance.now()) throw failure.error
        failure = null
        const url = new URL(uri)
        // A redirect leads to another URL, which nobody registered.
        const mayCall = (called: URL) => called.href === url.href
        const download = { url, mayCall, mayReach, accept: 'application/json', maxBytes, signal }
        const json = await boundedDownload(download).catch((error: unknown) => {
          failure = { error, until: performance.now() + cooldownMs }
          throw error
        })
        return new Response(new Uint8Array(json))
      },
    })
  }

  return {
    at(uri) {
      const known = sets.get(uri)
      if (known) return known
      if (sets.size >= mostUris) sets.clear()
      const set = open(uri)
      sets.set(uri, set)
      return set
    },
  }
}
