/** Runs the effects of forgot password: the call, and the history entry of the sent link. */

import { channelOf } from '@foyer/contract/contact'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { entryRecord } from '../api/storage/entry-record.ts'
import { sentEntry, stepLifeMs } from '../api/storage/storage-keys.ts'
import { countryField } from '../flow/form/national-number.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { currentStep, onStepChange } from '../flow/navigation/current-step.ts'
import { enterStep, leaveEntry } from '../flow/navigation/step-history.ts'
import { withoutWindow } from '../flow/navigation/window-query.ts'
import { keepRecipient } from '../flow/sent-link/kept-recipient.ts'
import { type Recipient, requestLink } from '../flow/sent-link/request-link.ts'
import type { ForgotContext, ForgotEffect, ForgotEvent } from './forgot-machine.ts'

const sentStep = 'link-sent'

type Sent = Pick<ForgotContext, 'identifier' | 'resendAtMs'>

const sentLink = entryRecord<Sent>(sentEntry, { identifier: 'string', resendAtMs: 'number' }, stepLifeMs)

export function forgotEffects(platform: Platform): Effects<ForgotEvent, ForgotContext, ForgotEffect> {
  return {
    /** Leaves the entry of the sent link, unless Back has already done so. */
    showForm() {
      if (currentStep() !== null) leaveEntry()
    },

    async send({ identifier }, send, signal) {
      const requested = await requestLink(platform, await recipientOf(identifier, platform), signal)
      if (signal.aborted) return
      if (requested.type === 'sent') keepRecipient(identifier, searchForLink())
      send(requested)
    },

    showSent({ identifier, resendAtMs, failure }) {
      enterStep(sentStep)
      if (failure === null) sentLink.write({ identifier, resendAtMs }, sentLink.sentAt())
    },
  }
}

/** Returns the query for the link, without the parameters of a popup or frame: the link opens in a new tab. */
function searchForLink(): string {
  const isInWindow = globalThis.document?.documentElement?.dataset.window
  return isInWindow ? `?${withoutWindow(new URLSearchParams(location.search))}` : location.search
}

async function recipientOf(identifier: string, platform: Platform): Promise<Recipient> {
  if (platformRow(platform).form === 'email-password' || channelOf(identifier) === 'email')
    return { email: identifier }
  return { phone: identifier, ...(await countryField(identifier)) }
}

/** Restores the step after a reload, then follows Back and Forward until the returned function is called. */
export function followSent(send: (event: ForgotEvent) => void): () => void {
  function follow(): void {
    const sent = readSent()
    if (sent) send({ type: 'restored', ...sent })
    else send({ type: 'back' })
  }
  if (currentStep() !== null) follow()
  return onStepChange(follow)
}

/** Returns the sent link of this history entry. Without a record, the entry becomes an entry of the form. */
function readSent(): Sent | null {
  if (currentStep() !== sentStep) return null
  const sent = sentLink.read()
  if (sent) return { identifier: sent.identifier, resendAtMs: sent.resendAtMs }
  history.replaceState({ ...history.state, step: null, [sentEntry]: null }, '')
  return null
}
