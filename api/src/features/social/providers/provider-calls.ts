/**
 * Bounds the calls to one provider: one time limit for all calls of a request, small answers, no redirects, and a pause
 * after failures in a row. An answer that a token or code can cause is no failure of the provider.
 */
import { boundedFetch } from '../../../kernel/outbound/bounded-fetch.ts'
import { createCircuitBreaker } from '../../../kernel/outbound/circuit-breaker.ts'
import type { ProviderFetch } from './provider.ts'

/** Three seconds, less what the service itself needs when it is busy. */
const answerMs = 2_400
const answerMaxBytes = 65_536

/** The provider gave no answer that can be used. The reason holds nothing of the request or the answer. */
export class ProviderUnavailable extends Error {}

type ProviderCalls = <T>(work: (fetch: ProviderFetch) => Promise<T>) => Promise<T>

/** `isOnThisMachine`: the provider is a stand-in, reached by http. */
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
        const bounds = { signal, maxBytes: answerMaxBytes, isOnThisMachine }
        const { status, contentType, text } = await boundedFetch(url, call, bounds)
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

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof ProviderUnavailable) return error.message
  return signal.aborted ? 'it took too long' : 'the call failed'
}

/** Every answer that is wanted is JSON. */
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
