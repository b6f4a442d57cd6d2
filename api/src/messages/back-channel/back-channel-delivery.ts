/** Delivers back-channel logouts: signs a logout token for each attempt and posts it to the platform's server. */
import type { Keyring } from '../../kernel/keyring.ts'
import { guardedLookup, literalAddress, publicOr } from '../../kernel/outbound/public-addresses.ts'
import type { Delivery, DeliveryTiming } from '../channel-worker.ts'
import { createClients, post } from '../senders/http-post.ts'
import { SendError } from '../senders/sender.ts'
import { type FindLogoutUri, type Logout, openLogout } from './logout-queue.ts'

/**
 * A platform that hangs occupies two of sixteen delivery slots for 5 s at a time, so it delays other platforms only if
 * eight platforms hang at once. 150 attempts take about a day; then an operator must intervene.
 */
const backChannelTiming: DeliveryTiming = {
  concurrency: 16,
  perTarget: 2,
  leaseMs: 30_000,
  tryMs: 5_000,
  backoffMs: [1_000, 5_000, 30_000, 120_000, 600_000],
  maxTries: 150,
  pollMs: 1_000,
  busyMs: 1_000,
  finishMs: 4_000,
}

export type BackChannelOptions = {
  keyring: Keyring
  findLogoutUri: FindLogoutUri
  /**
   * Private networks that may be called in addition to the public Internet; null allows every address, in development.
   */
  networks: readonly string[] | null
  /** Returns whether the client is a platform of the provider, not an external site or a third party. */
  isOwnPlatform(clientId: string): boolean
  /** Signs a new logout token, with its own id and the current time. */
  signLogout(logout: Logout): Promise<string>
  timing: Partial<DeliveryTiming>
}

/** The options of processes that send no back-channel logouts. */
export const noBackChannel = {
  findLogoutUri: async () => null,
  isOwnPlatform: () => false,
  networks: null,
  signLogout: () => Promise.reject(new Error('This process signs no logout tokens')),
} satisfies Pick<BackChannelOptions, 'findLogoutUri' | 'isOwnPlatform' | 'networks' | 'signLogout'>

export function createBackChannelDelivery(options: BackChannelOptions): Delivery {
  const { keyring, findLogoutUri, isOwnPlatform, networks, signLogout, timing } = options
  const mayCall = networks === null ? () => true : publicOr(networks)
  const connections = networks === null ? createClients() : createClients(guardedLookup(mayCall))
  return {
    channel: 'back-channel',
    timing: { ...backChannelTiming, ...timing },
    keepsContent: false,
    async send({ payload }, signal) {
      const logout = payload && openLogout(keyring, payload)
      if (!logout) throw new SendError('unreadable', { isFinal: true })
      // The client may have changed since the logout was queued.
      const url = await findLogoutUri(logout.clientId)
      if (!url) throw new SendError('no-logout-uri', { isFinal: true })
      // `guardedLookup` checks host names when they are resolved; an IP address in the URL is never resolved.
      const address = literalAddress(url)
      if (address !== null && !mayCall(address)) throw new SendError('private-network')
      const body = new URLSearchParams({ logout_token: await signLogout(logout) })
      await post({ url, headers: {}, body }, signal, {
        judge,
        clients: connections,
        carriesTrace: isOwnPlatform(logout.clientId),
      })
    },
  }
}

/**
 * Section 2.8: 200 means success, and so does 204, which some frameworks send instead; 400 refuses the token itself.
 */
function judge(status: number): 'done' | 'final' | 'again' {
  if (status === 200 || status === 204) return 'done'
  return status === 400 ? 'final' : 'again'
}
