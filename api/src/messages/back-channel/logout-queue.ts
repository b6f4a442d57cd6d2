/**
 * Queues a message to each platform whose session has ended (OpenID Connect Back-Channel Logout 1.0). The message
 * contains the ids of session, user and client, encrypted. Each delivery attempt signs a new logout token, because a
 * token lives for 2 minutes.
 */
import { randomUUID } from 'node:crypto'
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { currentTrace } from '../../kernel/tracing/tracing.ts'
import { insertMessages } from '../messages.ts'
import { macRecipient } from '../payload.ts'

/** A session that the transaction ended; `clientId` is null for a user's session at Foyer itself. */
type EndedSession = { id: string; userId: string; clientId: string | null; expiresAt: Date }

/** The data of a logout token: the ended session, its user and its client. */
export type Logout = { sessionId: string; userId: string; clientId: string }

export type LogoutQueue = {
  /**
   * Queues a message in the given transaction for each session whose client has a `backchannelLogoutUri`; without such
   * a session, or a session of a client outside the platforms file, it runs no query. The message expires with the session, because the platform's own session may live until
   * then. Returns the id of each message by the id of its session.
   */
  queueLogouts(db: Db, ended: readonly EndedSession[]): Promise<ReadonlyMap<string, string>>
}

/** Returns the URL that receives the logout tokens of a client; null without one. Runs its query in `db` if it needs one. */
export type FindLogoutUri = (clientId: string, db?: Db) => Promise<string | null>

type Options = { keyring: Keyring; findLogoutUri: FindLogoutUri }

const purpose = 'logout'

export function createLogoutQueue(
  { keyring, findLogoutUri }: Options,
  wake: () => void = () => {},
): LogoutQueue {
  return {
    async queueLogouts(db, ended) {
      const idBySession = new Map<string, string>()
      const reachable = new Set<string>()
      for (const clientId of new Set(ended.map((session) => session.clientId)))
        if (clientId !== null && (await findLogoutUri(clientId, db))) reachable.add(clientId)
      const messages = ended.flatMap(({ id: sessionId, userId, clientId, expiresAt }) => {
        if (clientId === null || !reachable.has(clientId) || expiresAt.getTime() <= Date.now()) return []
        const payload = keyring.encrypt(purpose, JSON.stringify({ sessionId, userId, clientId }))
        const recipientMac = macRecipient(keyring, userId)
        const target = clientId
        const id = randomUUID()
        idBySession.set(sessionId, id)
        return [
          {
            id,
            channel: 'back-channel',
            template: 'logout',
            traceparent: currentTrace(),
            payload,
            recipientMac,
            target,
            expires: expiresAt,
          } as const,
        ]
      })
      if (messages.length === 0) return idBySession
      await insertMessages(db, messages)
      wake()
      return idBySession
    },
  }
}

/** Returns undefined if no current secret decrypts the content. */
export function openLogout(keyring: Keyring, sealed: Buffer): Logout | undefined {
  try {
    return JSON.parse(keyring.decrypt(purpose, sealed)) as Logout
  } catch {
    return undefined
  }
}
