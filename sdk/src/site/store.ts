/** Declares the store of a site's sessions, and implements one in memory, the default. */
import type { Tokens, User } from '../session.ts'

/** A user's session at this site. The tokens stay on the server; the browser has only a random id. */
export type StoredSession = {
  /** The SHA-256 of the id in the browser's cookie, so that a stolen copy of the store opens no session. */
  key: string
  user: User
  tokens: Tokens
  /** The id of the session at Foyer, as in its access tokens; a back-channel logout names it. */
  sid: string
  /** Milliseconds since 1970. */
  endsAt: number
}

/** Stores sessions. Several processes must share one store: a table, or a key-value store with expiry. */
export type SessionStore = {
  find(key: string): Promise<StoredSession | null>
  insert(session: StoredSession): Promise<void>
  /** Replaces the tokens of a session. Does nothing if a logout has deleted the session in the meantime. */
  update(key: string, tokens: Tokens): Promise<void>
  delete(key: string): Promise<void>
  /** Deletes the session that has ended at Foyer. */
  deleteBySid(sid: string): Promise<void>
  /** Deletes all sessions of a user by `uuid`. */
  deleteByUser(uuid: string): Promise<void>
}

/** Creates a store in memory. A restart signs all users out of this site; Foyer signs them in again without asking. */
export function createMemoryStore({ max = 10_000 }: { max?: number } = {}): SessionStore {
  // A Map keeps the order of insertion, so its first entry is the oldest.
  const sessions = new Map<string, StoredSession>()

  function deleteWhere(isMeant: (session: StoredSession) => boolean): void {
    for (const session of sessions.values()) if (isMeant(session)) sessions.delete(session.key)
  }

  return {
    async find(key) {
      const session = sessions.get(key)
      if (!session) return null
      if (session.endsAt > Date.now()) return session
      sessions.delete(key)
      return null
    },
    async insert(session) {
      for (const { key, endsAt } of sessions.values()) {
        if (sessions.size < max && endsAt > Date.now()) break
        sessions.delete(key)
      }
      sessions.set(session.key, session)
    },
    async update(key, tokens) {
      const session = sessions.get(key)
      if (session) sessions.set(key, { ...session, tokens })
    },
    async delete(key) {
      sessions.delete(key)
    },
    async deleteBySid(sid) {
      deleteWhere((session) => session.sid === sid)
    },
    async deleteByUser(uuid) {
      deleteWhere((session) => session.user.uuid === uuid)
    },
  }
}
