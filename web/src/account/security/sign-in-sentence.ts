import { platformNames } from '@foyer/contract/platform-names'
import type { Platform } from '@foyer/contract/platforms'
import type { Result } from '@foyer/contract/routes/route'
import type { listSignIns } from '@foyer/contract/routes/sign-ins'
import { providerNames, type SocialProvider } from '@foyer/contract/social/providers'
import { momentText } from '../../flow/time-text.ts'
import { unknownBrowser } from './browser-groups.ts'

export type SignIn = Result<typeof listSignIns>['items'][number]

/**
 * Says what happened at a sign-in.
 *
 * @example signInSentence(entry) // 'Signed in at Learning with a password'
 */
export function signInSentence({ outcome, platform, method, from }: SignIn): string {
  const at = platform ? ` at ${nameOf(platform)}` : ''
  switch (outcome) {
    case 'signed-in':
      return `Signed in${at}${method ? ` with ${methodName(method)}` : ''}`
    case 'continued':
      return from
        ? `Went on from ${nameOf(from)} to ${platform ? nameOf(platform) : 'a platform'}`
        : `Went on${at}`
    case 'wrong-password':
      return `Wrong password${at}`
    case 'wrong-code':
      return `Wrong code${at}`
    case 'no-access':
      return `No access${platform ? ` to ${nameOf(platform)}` : ''}: the password or code was right`
  }
}

/** @example placeText(entry) // 'Chrome on Windows, today 10:12' */
export function placeText({ device, at }: SignIn, nowMs = Date.now()): string {
  return `${device ?? unknownBrowser}, ${momentText(Date.parse(at), nowMs)}`
}

function nameOf(platform: Platform): string {
  return platformNames[platform].displayName
}

const proofs = { password: 'a password', code: 'a code', passkey: 'a passkey' } as const

function methodName(method: NonNullable<SignIn['method']>): string {
  return method in proofs ? proofs[method as keyof typeof proofs] : providerNames[method as SocialProvider]
}
