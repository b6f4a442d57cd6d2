/**
 * Has the limits of one user: their numbers, and the keys of their counters. A known browser has its own counters, so
 * attempts in other browsers do not lock the user out of it. `subject` is the id of a user or contact, or a synthetic id
 * for an unknown user. The first part of a key and the purposes of the MACs are stored: changing one resets every counter
 * under it.
 */
import { otpSendWaitsSeconds } from '@foyer/contract/shared-values'
import type { Keyring } from '../keyring.ts'
import type { GrowingWaits } from './growing-waits.ts'
import type { Rule } from './rate-limit.ts'
import type { Window } from './request-limits.ts'

/** Links above these numbers are not sent, without an error. */
const resetLinksPerUser: readonly [Window, Window] = [
  { max: 3, windowSeconds: 3_600 },
  { max: 6, windowSeconds: 86_400 },
]

/** Limits the codes that are sent to one contact. */
export const otpSendLimits: GrowingWaits = {
  waitsSeconds: otpSendWaitsSeconds,
  short: { max: 5, windowSeconds: 3_600 },
  long: { max: 10, windowSeconds: 86_400 },
}

/** Limits the attempts at one-time codes, in addition to the lockout that codes share with passwords. */
const otpTriesPerUser: readonly Window[] = [
  { max: 10, windowSeconds: 3_600 },
  { max: 50, windowSeconds: 86_400 },
]

/** Returns the key of the lockout of passwords and one-time codes (lockout.ts). */
export function lockoutKey(keyring: Keyring, subject: string, knownBrowser: Buffer | null): string {
  return `guess:${keyring.lastingMac('guess', subject).toString('base64url')}${suffixOf(knownBrowser)}`
}

/**
 * Returns the key of the lockout of second factors. It has its own counter: only a caller with the right first factor gets
 * here, who must not be able to lock the user's password, nor to clear this lockout with it.
 */
export function secondFactorKey(keyring: Keyring, userId: string, knownBrowser: Buffer | null): string {
  return `guess-second:${keyring.lastingMac('guess second', userId).toString('base64url')}${suffixOf(knownBrowser)}`
}

/** Returns the key of the waits between two one-time codes. */
export function otpSendKey(keyring: Keyring, subject: string, knownBrowser: Buffer | null): string {
  return `otp-send:${keyring.lastingMac('otp send', subject).toString('base64url')}${suffixOf(knownBrowser)}`
}

/** Returns the limits of attempts at one-time codes, which apply in addition to the lockout with this key. */
export function otpTryRules(keyOfLockout: string): Rule[] {
  return otpTriesPerUser.map((window) => ({
    key: `otp-verify:${window.windowSeconds}:${keyOfLockout}`,
    ...window,
  }))
}

/** Returns the limits of links that set a password: by hour, then by day. */
export function resetLinkRules(keyring: Keyring, subject: string, knownBrowser: Buffer | null): [Rule, Rule] {
  const mac = keyring.lastingMac('reset links', subject).toString('base64url')
  const [hour, day] = resetLinksPerUser
  return [ruleOf(hour), ruleOf(day)]

  function ruleOf(window: Window): Rule {
    return { key: `reset-links:${window.windowSeconds}:${mac}${suffixOf(knownBrowser)}`, ...window }
  }
}

function suffixOf(knownBrowser: Buffer | null): string {
  return knownBrowser ? `:${knownBrowser.toString('base64url')}` : ''
}
