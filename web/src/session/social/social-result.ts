/**
 * Carries the result of a social provider from the page it returns to (embedded/social-return.ts) to the page that asked:
 * over a channel that only the two know, or kept in the tab when the whole page went to the provider.
 */
import { isSocialProvider, type SocialProvider } from '@foyer/contract/social/providers'
import { fits, orNull, type Shape } from '../../api/shape.ts'
import { expiringRecord } from '../../api/storage/expiring-record.ts'
import { socialKey } from '../../api/storage/storage-keys.ts'

export type SocialResult = {
  provider: SocialProvider
  /** Stands for the user's account at the provider; null after an error. */
  reference: string | null
  /** The user refused or closed the provider's page, or anything else went wrong. */
  error: 'denied' | 'failed' | null
  /** The provider has delivered a name, and an email address. */
  hasName: boolean
  hasEmail: boolean
}

/** Posted by the page that the provider returns to, and answered by the page that asked. */
type SocialMessage = { type: 'foyer:social'; result: SocialResult }
type HeardMessage = { type: 'foyer:social-heard' }

const reference = /^sr_[\w-]{43}$/
const errors: readonly unknown[] = ['denied', 'failed', null]

const shape: Shape = {
  provider: isSocialProvider,
  reference: orNull((value) => typeof value === 'string' && reference.test(value)),
  error: (value) => errors.includes(value),
  hasName: 'boolean',
  hasEmail: 'boolean',
}
const message: Shape = { type: (value) => value === 'foyer:social', result: isSocialResult }
const heard: Shape = { type: (value) => value === 'foyer:social-heard' }

/** The life of the reference. */
const resultLifeMs = 600_000

const records = expiringRecord<SocialResult>('sessionStorage', socialKey, shape, resultLifeMs)

/** A result has a reference or an error, never both. */
export function isSocialResult(value: unknown): value is SocialResult {
  if (!fits(value, shape)) return false
  const { reference, error } = value as SocialResult
  return (reference === null) !== (error === null)
}

export function keepResult(result: SocialResult): void {
  records.write(result, '')
}

/** Returns the result once: a reload does not find it again. */
export function takeResult(): SocialResult | null {
  const result = records.read('')
  records.clear('')
  return isSocialResult(result) ? result : null
}

/**
 * Posts the result to the page that asked and resolves once it answers, or with false after `withinMs`. The name of the
 * channel is random, so that only that page knows it.
 */
export function postResult(channel: string, result: SocialResult, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const opened = new BroadcastChannel(channelName(channel))
    const end = (isHeard: boolean) => {
      opened.close()
      resolve(isHeard)
    }
    const late = setTimeout(() => end(false), withinMs)
    opened.onmessage = ({ data }) => {
      if (!fits(data, heard)) return
      clearTimeout(late)
      end(true)
    }
    opened.postMessage({ type: 'foyer:social', result } satisfies SocialMessage)
  })
}

/** Passes the first result on the channel to `take`, and answers it; everything else is ignored. */
export function awaitResult(
  channel: string,
  signal: AbortSignal,
  take: (result: SocialResult) => void,
): void {
  const opened = new BroadcastChannel(channelName(channel))
  signal.addEventListener('abort', () => opened.close())
  opened.onmessage = ({ data }) => {
    if (signal.aborted || !fits(data, message)) return
    opened.postMessage({ type: 'foyer:social-heard' } satisfies HeardMessage)
    take((data as SocialMessage).result)
  }
}

function channelName(channel: string): string {
  return `foyer-social-${channel}`
}
