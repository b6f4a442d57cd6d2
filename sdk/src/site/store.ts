/** Declares where a site keeps its sessions, and keeps them in memory by default. */
import type { Tokens, User } from '../session.ts'

/** A session of a user at this site. The tokens stay on the server; the browser has only a random id. */
export type StoredSession = {
  /** The SHA-256 of the id in the browser's cookie, so that a copy of the store opens no session. */
  key: string
  user: User
  tokens: Tokens
  /** The session at Foyer, as in its access tokens; a back-channel logout names it. */
  sid: string
  /** Milliseconds since 1970. */
  endsAt: number
}

/** Keeps sessions. With several processes, one store serves them all: a table, or a key-value store with expiry. */
export type SessionStore = {
  find(key: string): Promise<StoredSession | null>
  insert(session: StoredSession): Promise<void>
  /** Replaces the tokens of a session. Does nothing if it is gone: a logout may have deleted it meanwhile. */
  update(key: string, tokens: Tokens): Promise<void>
  delete(key: string): Promise<void>
  /** Deletes the session that has ended at Foyer. */
  deleteBySid(sid: string): Promise<void>
  /** Deletes all sessions of a user, by the `uuid`. */
  deleteByUser(uuid: string): Promise<void>
}

/** Makes a store in memory: a restart signs all users out here, and Foyer signs them in again without asking. */
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
