/**
 * Keeps what an authorization server remembers (codes, tokens, interactions) in memory until it expires. The adapter that
 * oidc-provider has itself is not exported, and warns at every start when it is used.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider'

type Kept = { payload: AdapterPayload; expiresAt: number }

/** Makes the adapters of one server; each kind of model has a map of its own. */
export function memoryAdapters(): (name: string) => Adapter {
  const maps = new Map<string, Map<string, Kept>>()
  return (name) => {
    const kept = maps.get(name) ?? new Map<string, Kept>()
    maps.set(name, kept)
    return adapterOf(kept)
  }
}

function adapterOf(kept: Map<string, Kept>): Adapter {
  const find = (isWanted: (payload: AdapterPayload, id: string) => boolean) => {
    const now = Date.now()
    for (const [id, { payload, expiresAt }] of kept) {
      if (expiresAt <= now) kept.delete(id)
      else if (isWanted(payload, id)) return payload
    }
    return undefined
  }
  return {
    async upsert(id, payload, expiresIn) {
      kept.set(id, { payload, expiresAt: Date.now() + (expiresIn || 3_600) * 1_000 })
    },
    find: async (id) => find((_, each) => each === id),
    findByUid: async (uid) => find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const found = kept.get(id)
      if (found) found.payload.consumed = Math.floor(Date.now() / 1_000)
    },
    async destroy(id) {
      kept.delete(id)
    },
    async revokeByGrantId(grantId) {
      for (const [id, { payload }] of kept) if (payload.grantId === grantId) kept.delete(id)
    },
  }
}
