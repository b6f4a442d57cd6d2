/** Remembers what a site shows about a sign-in: how it came, and the logout that Foyer's server announced. */
import { createHash } from 'node:crypto'
import type { Tokens } from '@foyer/sdk/session'
import { createMemoryStore, type SessionStore } from '@foyer/sdk/store'
import type { Way } from './sites.ts'

export type SignInRecord = {
  /** The session at Foyer. */
  sid: string
  way: Way | 'silent' | 'auto-login'
  /** Milliseconds since 1970. */
  arrivedAt: number
  /** The time of the back-channel logout; null before it. */
  loggedOutAt: number | null
}

export type Records = {
  /** The SDK keeps the sessions in it. */
  store: SessionStore
  note(id: string, sid: string, way: SignInRecord['way']): void
  /** Returns the sign-in of the browser with this session cookie, also when its session has ended. */
  find(id: string | undefined): SignInRecord | null
  /** Returns the tokens of an open session. */
  tokensOf(sid: string): Promise<Tokens | null>
}

/** Everything is in memory: a restart signs all users out here, and Foyer signs them in again without asking. */
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

/** Keeps the newest entries. */
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

/** The cookie's value opens a session, so it is not kept as it is. */
function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}
