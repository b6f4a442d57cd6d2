/**
 * Bounds the calls to one provider: one time limit for all calls of a request, a size limit of answers, no redirects, and a
 * circuit breaker. Error answers that a wrong token or code can cause do not count as failures.
 */
import { boundedCall } from '../../../kernel/outbound/bounded-call.ts'
import { createCircuitBreaker } from '../../../kernel/outbound/circuit-breaker.ts'
import type { ProviderFetch } from './provider.ts'

/** The time for all calls of a request: three seconds, minus the time that a busy service needs itself. */
const answerMs = 2_400
const answerMaxBytes = 65_536

/** The provider gave no usable answer. The message contains no part of the request or the answer. */
export class ProviderUnavailable extends Error {}

type ProviderCalls = <T>(work: (fetch: ProviderFetch) => Promise<T>) => Promise<T>

/** `isOnThisMachine` means that the provider is a stand-in, which is called by http. */
export function createProviderCalls({ isOnThisMachine }: { isOnThisMachine: boolean }): ProviderCalls {
  const breaker = createCircuitBreaker({ failures: 5, pauseMs: 30_000 })

  return async (work) => {
    const signal = AbortSignal.timeout(answerMs)
    let isCalling = false
    let fault: string | null = null

    const fetch: ProviderFetch = async (url, call = {}) => {
      if (!isCalling && !breaker.mayCall()) throw new ProviderUnavailable('its calls are paused')
      isCalling = true
      try {
        requireEncryption(url, isOnThisMachine)
        const bounds = { signal, maxBytes: answerMaxBytes }
        const { status, contentType, text } = await boundedCall(url, { ...call, ...bounds })
        if (isFault(status, text)) throw new ProviderUnavailable(`it answered ${status}`)
        const headers = { 'content-type': contentType }
        return new Response([204, 205, 304].includes(status) ? null : text, { status, headers })
      } catch (error) {
        fault ??= reasonOf(error, signal)
        throw error
      }
    }

    try {
      return await work(fetch)
    } catch (error) {
      throw fault === null ? error : new ProviderUnavailable(fault)
    } finally {
      if (isCalling) breaker.note(fault === null)
    }
  }
}

/** Throws unless the address is https or, for a stand-in, http on this machine. */
function requireEncryption(url: string, isOnThisMachine: boolean): void {
  const { protocol, hostname } = new URL(url)
  const isHere = isOnThisMachine && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere)) throw new Error('The address is not https')
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof ProviderUnavailable) return error.message
  return signal.aborted ? 'it took too long' : 'the call failed'
}

/** Returns whether an answer is a failure of the provider. Every successful answer is JSON. */
function isFault(status: number, text: string): boolean {
  return status >= 500 || status === 429 || (status < 300 && !isJson(text))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
