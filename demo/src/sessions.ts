/** Keeps the sessions of a demo site in memory. */
import { randomBytes } from 'node:crypto'
import type { Tokens, User } from '@foyer/sdk/session'

/** A session of a user at this site. The tokens stay on the server; the browser has only the id. */
export type SiteSession = {
  id: string
  user: User
  tokens: Tokens
  /** Milliseconds since 1970. */
  endsAt: number
  /** The running refresh, which other requests wait for. */
  renewing?: Promise<void> | undefined
}

export type Sessions = {
  open(user: User, tokens: Tokens): SiteSession
  find(id: string | undefined): SiteSession | null
  close(id: string): void
}

/** Sessions are in memory: a restart signs all users out here, and Foyer signs them in again without asking. */
export function createSessions({ max, lifeSeconds }: { max: number; lifeSeconds: number }): Sessions {
  // A Map keeps the order of insertion, so its first entry is the oldest.
  const sessions = new Map<string, SiteSession>()

  function open(user: User, tokens: Tokens): SiteSession {
    for (const { id, endsAt } of sessions.values()) {
      if (sessions.size < max && endsAt > Date.now()) break
      sessions.delete(id)
    }
    const id = randomBytes(32).toString('base64url')
    const session: SiteSession = { id, user, tokens, endsAt: Date.now() + lifeSeconds * 1_000 }
    sessions.set(id, session)
    return session
  }

  function find(id: string | undefined): SiteSession | null {
    const session = id === undefined ? undefined : sessions.get(id)
    if (!session) return null
    if (session.endsAt > Date.now()) return session
    sessions.delete(session.id)
    return null
  }

  return { open, find, close: (id) => void sessions.delete(id) }
}
