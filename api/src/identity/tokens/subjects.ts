/** Names users to clients of OpenID Connect (OpenID Connect Core 1.0 §8). */
import type { Keyring } from '../../kernel/keyring.ts'
import type { Clients } from '../credentials/platform-clients.ts'

type Named = {
  /** The user's id, or for a third party a name that no other client has for this user. */
  sub: string
  isThirdParty: boolean
}

export type NameUser = (userId: string, clientId: string | null) => Promise<Named>

/**
 * Two third parties cannot compare their users. The oldest secret makes the names, so that they stay the same while secrets
 * are added.
 */
export function createNames(keyring: Keyring, clients: Clients): NameUser {
  return async (userId, clientId) => {
    const client = (await clients.all()).find(({ id }) => id === clientId)
    if (!client?.openid?.isThirdParty) return { sub: userId, isThirdParty: false }
    const mac = keyring.lastingMac('pairwise subject', `${client.id} ${userId}`)
    return { sub: mac.toString('base64url'), isThirdParty: true }
  }
}
