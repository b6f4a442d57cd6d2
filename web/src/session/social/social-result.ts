/**
 * Passes the result of a social provider from the callback page (embedded/social-return.ts) to the page that started the
 * social sign-in. A popup uses a private channel; a full window keeps the result in the tab.
 */
import { isSocialProvider, type SocialProvider } from '@foyer/contract/social/providers'
import { fits, orNull, type Shape } from '../../api/shape.ts'
import { expiringRecord } from '../../api/storage/expiring-record.ts'
import { socialKey } from '../../api/storage/storage-keys.ts'

export type SocialResult = {
  provider: SocialProvider
  /** Identifies the user's account at the provider; null after an error. */
  reference: string | null
  /** 'denied': the user refused. 'failed': any other error, including a closed provider page. */
  error: 'denied' | 'failed' | null
  /** True if the provider delivered a name; `hasEmail` likewise for an email address. */
  hasName: boolean
  hasEmail: boolean
}

/** The callback page posts this message, and the starting page answers it. */
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

/** The lifetime of the reference, in ms. */
const resultLifeMs = 600_000

const records = expiringRecord<SocialResult>('sessionStorage', socialKey, shape, resultLifeMs)

/** Checks the shape. A result has either a reference or an error. */
export function isSocialResult(value: unknown): value is SocialResult {
  if (!fits(value, shape)) return false
  const { reference, error } = value as SocialResult
  return (reference === null) !== (error === null)
}

export function keepResult(result: SocialResult): void {
  records.write(result, '')
}

/** Returns the result once; a reload does not find it again. */
export function takeResult(): SocialResult | null {
  const result = records.read('')
  records.clear('')
  return isSocialResult(result) ? result : null
}

/**
 * Posts the result to the starting page. Resolves with true when that page answers, or with false after `withinMs`. The
 * channel's name is random, so that only that page knows it.
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

/** Passes the first result on the channel to `take` and answers it. All other messages are ignored. */
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
