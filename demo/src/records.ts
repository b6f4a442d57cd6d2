/** Stores what a site shows about a sign-in: how the user signed in, and the back-channel logout. */
import { createHash } from 'node:crypto'
import type { Tokens } from '@foyer/sdk/session'
import { createMemoryStore, type SessionStore } from '@foyer/sdk/store'
import type { Way } from './sites.ts'

export type SignInRecord = {
  /** The id of the session at Foyer. */
  sid: string
  way: Way | 'silent' | 'auto-login'
  /** Milliseconds since 1970. */
  arrivedAt: number
  /** The time of the back-channel logout; null without one. */
  loggedOutAt: number | null
}

export type Records = {
  /** The SDK stores the sessions here. */
  store: SessionStore
  note(id: string, sid: string, way: SignInRecord['way']): void
  /** Returns the sign-in of the browser with this session cookie, even if its session has ended. */
  find(id: string | undefined): SignInRecord | null
  /** Returns the tokens of an open session. */
  tokensOf(sid: string): Promise<Tokens | null>
}

/**
 * Stores everything in memory. A restart signs all users out of this site; Foyer signs them in again without asking.
 */
export function createRecords({ max = 10_000 }: { max?: number } = {}): Records {
  const memory = createMemoryStore({ max })
  const keys = createBounded<string>(max)
  const signIns = createBounded<SignInRecord>(max)

  const store: SessionStore = {
    ...memory,
    async insert(session) {
      keys.set(session.sid, session.key)
      await memory.insert(session)
    },
    async deleteBySid(sid) {
      for (const signIn of signIns.values())
        if (signIn.sid === sid && signIn.loggedOutAt === null) signIn.loggedOutAt = Date.now()
      await memory.deleteBySid(sid)
    },
  }

  return {
    store,
    note: (id, sid, way) => signIns.set(hashOf(id), { sid, way, arrivedAt: Date.now(), loggedOutAt: null }),
    find: (id) => (id === undefined ? null : (signIns.get(hashOf(id)) ?? null)),
    async tokensOf(sid) {
      const key = keys.get(sid)
      return (key && (await memory.find(key))?.tokens) || null
    },
  }
}

/** Stores a limited number of entries and drops the oldest. */
function createBounded<Value>(max: number) {
  // A Map keeps the order of insertion, so its first entry is the oldest.
  const entries = new Map<string, Value>()
  function set(key: string, value: Value): void {
    entries.delete(key)
    entries.set(key, value)
    for (const oldest of entries.keys()) {
      if (entries.size <= max) break
      entries.delete(oldest)
    }
  }
  return { get: (key: string) => entries.get(key), set, values: () => entries.values() }
}

/** Hashes the cookie's value, because the value itself would open a session. */
function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}
