/** Runs the effects of help: the call, the draft, and the history entry of the sent request. */
import type { Platform } from '@foyer/contract/platforms'
import { createHelpRequest, otherHelpCategory } from '@foyer/contract/routes/help'
import { captchaAhead } from '../api/captcha/captcha-ahead.ts'
import { keptKey } from '../api/idempotency-key.ts'
import { entryRecord } from '../api/storage/entry-record.ts'
import { helpEntry } from '../api/storage/storage-keys.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { callIfSignedIn } from '../session/signed-in-call.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { emptyDraft, type HelpDraft, keepDraft } from './help-draft.ts'
import type { HelpContext, HelpEffect, HelpEvent, SentRequest } from './help-machine.ts'

const sentEntry = entryRecord<SentRequest>(helpEntry, { reference: 'string', email: 'string' })

/** Returns the sent request that this history entry shows. */
export const readSent: () => SentRequest | null = sentEntry.read

const ahead = captchaAhead('help_request')

/** Starts to solve a captcha challenge while the user is still writing. A signed-in user needs no captcha. */
export function prepareCaptcha(platform: Platform): void {
  if (!readStoredAuth(platform)) ahead.begin()
}

const key = keptKey()

export function helpEffects(platform: Platform): Effects<HelpEvent, HelpContext, HelpEffect> {
  return {
    async send({ draft }, send, signal) {
      const auth = readStoredAuth(platform)
      const { category, subject, message } = draft
      const email = auth?.user.email ?? draft.email.trim()
      const request = {
        ...writerOf(draft, auth?.user.email ?? null, auth !== null),
        ...{ category: category || otherHelpCategory, subject, message, platform },
      }
      const captcha = auth ? null : await ahead.take()
      if (signal.aborted) return
      const body = { ...request, ...(captcha && { captcha }) }
      const options = { signal, idempotencyKey: key.of(request) }
      const answer = await callIfSignedIn(platform, createHelpRequest, { body }, options)
      if (signal.aborted) return
      key.settle(answer)
      if (answer.isSuccessful) {
        return send({ type: 'sent', sent: { reference: answer.data.reference, email } })
      }
      prepareCaptcha(platform)
      send({ type: 'refused', failure: answer })
    },

    showSent({ sent }) {
      if (sent) sentEntry.write(sent)
      keepDraft(platform, emptyDraft)
    },

    showForm: () => sentEntry.clear(),
  }
}

/**
 * Returns the writer's email and name, unless the service knows them from the session. An account may lack an email
 * address.
 */
function writerOf(draft: HelpDraft, ownEmail: string | null, isSignedIn: boolean) {
  if (ownEmail !== null) return {}
  return { email: draft.email, ...(!isSignedIn && { name: draft.name || null }) }
}
