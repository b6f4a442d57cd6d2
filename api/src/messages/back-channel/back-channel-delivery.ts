/** Delivers back-channel logouts: signs a logout token at each try and posts it to the server of the platform. */
import { literalAddress, publicOr } from '../../kernel/config/private-networks.ts'
import type { Client } from '../../kernel/config/registry-client.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Delivery, DeliveryTiming } from '../channel-worker.ts'
import { createClients, post } from '../senders/http-post.ts'
import { SendError } from '../senders/sender.ts'
import { guardedLookup } from './guarded-lookup.ts'
import { type Logout, openLogout } from './logout-queue.ts'

/**
 * A platform that hangs occupies two of sixteen delivery slots for five seconds each, so the other platforms wait for none
 * of its messages unless eight platforms hang at once. 150 tries take a day; then an operator must look.
 */
const backChannelTiming: DeliveryTiming = {
  concurrency: 16,
  perTarget: 2,
  leaseMs: 30_000,
  tryMs: 5_000,
  backoffMs: [1_000, 5_000, 30_000, 120_000, 600_000],
  maxTries: 150,
  pollMs: 1_000,
  finishMs: 4_000,
}

export type BackChannelOptions = {
  keyring: Keyring
  clients: readonly Client[]
  /** The networks besides the public Internet that may be called; null: any address, in development. */
  networks: readonly string[] | null
  /** Signs a new logout token: its own id, issued now. */
  signLogout(logout: Logout): Promise<string>
  timing: Partial<DeliveryTiming>
}

/** Serves processes that send nothing by back-channel. */
export const noBackChannel = {
  clients: [],
  networks: null,
  signLogout: () => Promise.reject(new Error('This process signs no logout tokens')),
} satisfies Pick<BackChannelOptions, 'clients' | 'networks' | 'signLogout'>

export function createBackChannelDelivery(options: BackChannelOptions): Delivery {
  const { keyring, clients, networks, signLogout, timing } = options
  const mayCall = networks === null ? () => true : publicOr(networks)
  const connections = networks === null ? createClients() : createClients(guardedLookup(mayCall))
  return {
    channel: 'back-channel',
    timing: { ...backChannelTiming, ...timing },
    keepsContent: false,
    async send({ payload }, signal) {
      const logout = payload && openLogout(keyring, payload)
      if (!logout) throw new SendError('unreadable', { isFinal: true })
      // The platforms file may have changed since the message was queued.
      const url = clients.find(({ id }) => id === logout.clientId)?.backchannelLogoutUri
      if (!url) throw new SendError('no-logout-uri', { isFinal: true })
      // A name is checked when it is resolved, before its address is called; an address in the URL is never resolved.
      const address = literalAddress(url)
      if (address !== null && !mayCall(address)) throw new SendError('private-network')
      const body = new URLSearchParams({ logout_token: await signLogout(logout) })
      await post({ url, headers: {}, body }, signal, { judge, clients: connections })
    },
  }
}

/** Section 2.8: 200 is done, and 204 too, which some frameworks send for it; 400 is a refusal of the token itself. */
function judge(status: number): 'done' | 'final' | 'again' {
  if (status === 200 || status === 204) return 'done'
  return status === 400 ? 'final' : 'again'
}
