/** Creates a link that sets a password and queues the message with it. */
import type { Channel } from '@foyer/contract/contact'
import type { Platform } from '@foyer/contract/platforms'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Outbox, QueuedMessage } from '../../messages/outbox.ts'
import { createLink, linkSeconds, linkUrl, type NewLink } from './password-links.ts'

export type LinkSender = { keyring: Keyring; outbox: Pick<Outbox, 'queue'>; config: Pick<Config, 'baseUrl'> }

/** A link and its recipient. */
type AddressedLink = {
  link: NewLink
  channel: Channel
  to: string
  firstName: string
}

/** Creates and sends a link. Call it in a transaction that holds the user's row. */
export async function sendLink(
  { keyring, outbox, config }: LinkSender,
  trx: Db,
  { link, ...recipient }: AddressedLink,
): Promise<void> {
  const path = await createLink(trx, keyring, link)
  await outbox.queue(trx, messageOf(link, recipient, linkUrl(config.baseUrl, path, link.platform)))
}

const decoyRecipients = { email: 'nobody@foyer.invalid', sms: '+10000000000' }

/** Runs the same statements for an unknown user. The caller rolls them back. */
export async function sendDecoyLink(
  { keyring, outbox, config }: LinkSender,
  trx: Db,
  { channel, platform }: { channel: Channel; platform: Platform },
): Promise<void> {
  const path = await createLink(trx, keyring, null)
  const recipient = { channel, to: decoyRecipients[channel], firstName: '' }
  const url = linkUrl(config.baseUrl, path, platform)
  await outbox.queue(trx, messageOf({ purpose: 'reset', platform }, recipient, url))
}

function messageOf(
  { purpose, platform }: Pick<NewLink, 'purpose' | 'platform'>,
  { channel, to, firstName }: Omit<AddressedLink, 'link'>,
  link: string,
): QueuedMessage {
  const expiresInSeconds = linkSeconds[purpose]
  const common = { channel, to, expiresInSeconds }
  if (purpose === 'reset') {
    const values = { firstName, platform, link, minutes: expiresInSeconds / 60 }
    return { ...common, template: 'reset-password', values }
  }
  const values = { firstName, platform, link, hours: expiresInSeconds / 3_600 }
  return { ...common, template: purpose === 'create' ? 'create-password' : 'beta-invitation', values }
}
