/**
 * Queues a message to each platform whose session has ended (OpenID Connect Back-Channel Logout 1.0). It holds the ids of
 * session, user and client, encrypted; the logout token is signed at each try, because it lives for two minutes.
 */
import { randomUUID } from 'node:crypto'
import type { Client } from '../../kernel/config/registry-client.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { insertMessages } from '../messages.ts'
import { macRecipient } from '../payload.ts'

/** A session that was ended in the transaction; `clientId` is null for the user's own at Foyer. */
type EndedSession = { id: string; userId: string; clientId: string | null; expiresAt: Date }

/** The claims of a logout token that name a session. */
export type Logout = { sessionId: string; userId: string; clientId: string }

export type LogoutQueue = {
  /**
   * Writes a message for each session of a client with a `backchannelLogoutUri`, in the given transaction; without any
   * it makes no statement. It expires with the session: until then the platform's own session may live.
   */
  queueLogouts(db: Db, ended: readonly EndedSession[]): Promise<void>
}

type Options = { keyring: Keyring; clients: readonly Client[] }

const purpose = 'logout'

export function createLogoutQueue({ keyring, clients }: Options, wake: () => void = () => {}): LogoutQueue {
  const reachable = new Set(clients.flatMap(({ id, backchannelLogoutUri }) => backchannelLogoutUri && id))
  return {
    async queueLogouts(db, ended) {
      const messages = ended.flatMap(({ id: sessionId, userId, clientId, expiresAt }) => {
        if (clientId === null || !reachable.has(clientId) || expiresAt.getTime() <= Date.now()) return []
        const payload = keyring.encrypt(purpose, JSON.stringify({ sessionId, userId, clientId }))
        const recipientMac = macRecipient(keyring, userId)
        const target = clientId
        return [
          {
            id: randomUUID(),
            channel: 'back-channel',
            template: 'logout',
            payload,
            recipientMac,
            target,
            expires: expiresAt,
          } as const,
        ]
      })
      if (messages.length === 0) return
      await insertMessages(db, messages)
      wake()
    },
  }
}

/** Returns undefined when no current secret decrypts the content. */
export function openLogout(keyring: Keyring, sealed: Buffer): Logout | undefined {
  try {
    return JSON.parse(keyring.decrypt(purpose, sealed)) as Logout
  } catch {
    return undefined
  }
}
