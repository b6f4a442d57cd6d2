/** Declares the history of a user's sign-ins, which the service reads from its audit trail. */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { socialProviders } from '../social/providers.ts'
import { defineRoute } from './route.ts'

const isoTime = v.pipe(v.string(), v.isoTimestamp())

/** How many sign-ins an answer has at least while there are more. */
export const signInsPerAnswer = 20

export const signInOutcomes = [
  'signed-in',
  /** One tap opened the session, after a sign-in at another platform. */
  'continued',
  'wrong-password',
  'wrong-code',
  /** The password or code was right, and the account may not use the platform or may not enter it this way. */
  'no-access',
] as const

/** A sign-in, or an attempt that failed, as its owner sees it. */
export const signInEntry = field.fields({
  at: isoTime,
  outcome: v.picklist(signInOutcomes),
  /** null if the request named none. */
  platform: v.nullable(field.platform),
  /** What the user proved; null if that is unknown. */
  method: v.nullable(v.picklist(['password', 'code', 'passkey', ...socialProviders])),
  /** The platform from which the user continued. */
  from: v.nullable(field.platform),
  /** The browser and operating system; null if they are unknown. */
  device: v.nullable(v.string()),
  /** The request came from the browser of the caller's session. */
  isHere: v.boolean(),
  /** The session that the sign-in opened, while the service has it: `disownSession` takes it. */
  session: v.nullable(field.uuid),
  /**
   * The browser was new to the user, who has not said yet whether the sign-in was theirs: `confirmSession` and `disownSession`
   * take the answer. False in that browser itself.
   */
  asks: v.boolean(),
})

export const listNewSignIns = defineRoute({
  method: 'GET',
  path: '/api/auth/sign-ins/new',
  summary: 'List your own sign-ins in new browsers about which you have not said yet whether they were yours',
  access: 'own-session',
  /** The newest first, at most 20. */
  result: v.array(
    field.fields({
      session: field.uuid,
      at: isoTime,
      platform: field.platform,
      /** The browser and operating system; null if they are unknown. */
      device: v.nullable(v.string()),
    }),
  ),
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
})

export const listSignIns = defineRoute({
  method: 'GET',
  path: '/api/auth/sign-ins',
  summary: 'List your own sign-ins and failed attempts, the newest first',
  access: 'own-session',
  query: field.fields({
    /** The `next` of the former answer. */
    before: v.optional(v.pipe(field.text(16), v.regex(/^\d{1,16}$/, 'Must be the next of an answer'))),
  }),
  result: field.fields({
    items: v.array(signInEntry),
    /** Asks for the sign-ins before these; null if there are none. */
    next: v.nullable(v.string()),
  }),
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})
