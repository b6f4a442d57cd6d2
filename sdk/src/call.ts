import { FoyerError } from './failure.ts'
import { defaultTimeoutMs, type FoyerOptions, issuerOf } from './foyer.ts'

type Call = { path: string; authorization?: string; body?: Record<string, unknown> }

/** Sends a POST to Foyer and returns the `data` of its answer in snake_case, or undefined for an empty answer. */
export async function call(options: FoyerOptions, { path, authorization, body }: Call): Promise<unknown> {
  const headers = new Headers({ accept: 'application/json', language: 'en' })
  if (authorization) headers.set('authorization', authorization)
  if (body) headers.set('content-type', 'application/json')
  const request: RequestInit = {
    method: 'POST',
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs),
    ...(body && { body: JSON.stringify(body) }),
  }
  const send = options.fetch ?? fetch
  const url = issuerOf(options) + path
  let response: Response
  let text: string
  try {
    response = await send(url, request)
    text = await response.text()
  } catch (cause) {
    throw new FoyerError('no-answer', { message: 'Foyer did not answer.', cause })
  }
  const answer = parse(text)
  if (!response.ok) throw failureOf(response, answer)
  if (text === '') return undefined
  if (!isRecord(answer)) throw badAnswer(response.status)
  return answer.data
}

export function badAnswer(status?: number): FoyerError {
  return new FoyerError('bad-answer', { message: 'Foyer answered in an unexpected way.', status })
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failureOf(response: Response, answer: unknown): FoyerError {
  const errors = isRecord(answer) && isRecord(answer.errors) ? answer.errors : undefined
  if (typeof errors?.code !== 'string') {
    // A gateway answers for an unreachable Foyer, without Foyer's error format.
    if (response.status >= 500) return new FoyerError('no-answer', { status: response.status })
    return badAnswer(response.status)
  }
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new FoyerError(errors.code, {
    status: response.status,
    message: textOf(errors.message),
    detail: textOf(errors.detail),
    fieldErrors: isRecord(errors.field_errors) ? sentencesOf(errors.field_errors) : undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function sentencesOf(fields: Record<string, unknown>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, sentences]) => [
      name,
      Array.isArray(sentences) ? sentences.filter((sentence) => typeof sentence === 'string') : [],
    ]),
  )
}

/**
 * Returns the `Authorization` value that authenticates the platform's server by HTTP Basic (RFC 6749 §2.3.1). Id and
 * secret are form-encoded first, because they may contain ':' and non-ASCII characters.
 */
export function basicCredentials({ clientId, clientSecret }: FoyerOptions): string {
  return `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`
}

function formEncoded(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1)
}
