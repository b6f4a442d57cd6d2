/** Lists everything with which a user can sign in or get back in, except the password, and removes each. */
import type { Platform } from '@foyer/contract/platforms'
import { listEmails } from '@foyer/contract/profile/emails'
import { listPhones } from '@foyer/contract/profile/phones'
import { listIdentities, removeIdentity } from '@foyer/contract/routes/identities'
import { listPasskeys, type Passkey, removePasskey } from '@foyer/contract/routes/passkeys'
import { listSecondFactors, removeTotp, type TotpFactor } from '@foyer/contract/routes/second-factor'
import { providerNames } from '@foyer/contract/social/providers'
import type { Failure, Success } from '../../api/failure.ts'
import { callOwn } from '../../session/own-call.ts'
import { type ContactKind, contactKinds, type OwnContact, textOf } from '../contacts/contact-kinds.ts'
import type { useOwnCall } from '../use-own-call.ts'
import { type Linked, lastWayInText } from './linked-accounts.tsx'

type Call = ReturnType<typeof useOwnCall>['call']

export type WayIn = {
  id: string
  label: string
  /** What tells it apart from others of its kind. */
  text: string
  addedAt: string
  remove: (call: Call) => Promise<Success<unknown> | Failure | 'reloading'>
  /** Says why it cannot be removed, and what to do; null if it can. */
  keptWhy: string | null
}

const signInAddressWhy =
  'Your sign-in address. Under “Emails and phones”, make another one your sign-in address, then remove it.'

type Ways = Success<WayIn[]> | Failure | 'reloading'

/** Loads all ways in; fails if one of the lists fails. */
export async function loadWaysIn(platform: Platform, signal: AbortSignal): Promise<Ways> {
  const options = { signal }
  const lists = await Promise.all([
    waysOf(callOwn(platform, listEmails, {}, options), (emails) => emails.map(emailWay)),
    waysOf(callOwn(platform, listPhones, {}, options), (phones) => phones.map(phoneWay)),
    waysOf(callOwn(platform, listPasskeys, {}, options), ({ items }) => items.map(passkeyWay)),
    waysOf(callOwn(platform, listSecondFactors, {}, options), ({ items }) => items.map(appWay)),
    waysOf(callOwn(platform, listIdentities, {}, options), ({ linked }) => linked.map(identityWay)),
  ])
  const all: WayIn[] = []
  for (const list of lists) {
    if (list === 'reloading' || !list.isSuccessful) return list
    all.push(...list.data)
  }
  return { isSuccessful: true, data: all }
}

async function waysOf<T>(
  asked: Promise<Success<T> | Failure | 'reloading'>,
  read: (data: T) => WayIn[],
): Promise<Ways> {
  const answer = await asked
  return answer === 'reloading' || !answer.isSuccessful ? answer : { ...answer, data: read(answer.data) }
}

function emailWay(contact: OwnContact): WayIn {
  return contactWay('email', contact, contact.isPrimary ? signInAddressWhy : null)
}

function phoneWay(contact: OwnContact): WayIn {
  return contactWay('phone', contact, null)
}

function contactWay(kind: ContactKind, contact: OwnContact, keptWhy: string | null): WayIn {
  const { routes, label } = contactKinds[kind]
  const { id, createdAt } = contact
  return {
    ...{ id, label, keptWhy, text: textOf(contact), addedAt: createdAt },
    remove: (call) => call(routes.remove, { params: { id } }),
  }
}

function passkeyWay({ id, name, createdAt }: Passkey): WayIn {
  return {
    ...{ id, label: 'Passkey', text: name, addedAt: createdAt, keptWhy: null },
    remove: (call) => call(removePasskey, { params: { id } }),
  }
}

function appWay({ id, name, createdAt }: TotpFactor): WayIn {
  return {
    ...{ id, label: 'Authenticator app', text: name, addedAt: createdAt, keptWhy: null },
    remove: (call) => call(removeTotp, { params: { id } }),
  }
}

function identityWay({ provider, email, linkedAt, isLastWayIn }: Linked): WayIn {
  return {
    ...{ id: provider, label: providerNames[provider], text: email ?? 'Linked', addedAt: linkedAt },
    keptWhy: isLastWayIn ? lastWayInText : null,
    remove: (call) => call(removeIdentity, { params: { provider } }),
  }
}
