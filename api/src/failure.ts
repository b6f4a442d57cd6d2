/** A refusal with a code of the contract: thrown anywhere, answered in one place. */
import {
  type ErrorCode,
  errorSentence,
  errorStatus,
  type FailureBody,
  type FieldErrors,
} from '@foyer/contract/errors'

type FailureDetails = {
  /** Sentences by field, in camelCase. */
  fields?: Record<string, string>
  /** For machines or people, more exact than the sentence of the code. */
  detail?: string
  /** How long to wait before trying again, in seconds. */
  waitSeconds?: number
  /** The limit that refused; counted, never answered. */
  limit?: string
  /** The puzzle to solve before trying again. */
  challenge?: unknown
  cause?: unknown
}

export class Failure extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly waitSeconds: number | undefined
  readonly limit: string | undefined
  readonly challenge: unknown
  readonly detail: string | undefined

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(errorSentence(code, details.waitSeconds), { cause: details.cause })
    this.code = code
    this.detail = details.detail
    this.fields = details.fields && listed(details.fields)
    this.limit = details.limit
    this.challenge = details.challenge
    this.waitSeconds =
      details.waitSeconds === undefined ? undefined : Math.max(1, Math.ceil(details.waitSeconds))
  }

  get status(): number {
    return errorStatus(this.code)
  }

  body(): FailureBody {
    const { code, message, detail, fields, challenge } = this
    return {
      errors: {
        code,
        ...(detail && { detail }),
        message,
        ...(fields && { fieldErrors: fields }),
        ...(challenge !== undefined && { challenge }),
      },
    }
  }
}

function listed(fields: Record<string, string>): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, [sentence]]))
}

/** Postgres and Fastify errors as refusals; whatever nobody foresaw is `unexpected`. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const {
    code = '',
    statusCode,
    message = '',
  } = error as { code?: string; statusCode?: number; message?: string }
  // The client left while it was sending its body.
  if (code === 'ECONNRESET' && message === 'aborted') return new Failure('unreadable-request')
  if (badValue.has(code)) return new Failure('invalid-request', { cause: error })
  if (isDatabaseAway(code, message)) return new Failure('overloaded', { waitSeconds: 2, cause: error })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return new Failure('too-large', { cause: error })
  if (statusCode === 415) return new Failure('unsupported-media', { cause: error })
  if (statusCode !== undefined && statusCode < 500) return new Failure('unreadable-request', { cause: error })
  if (code.startsWith('FST_ERR_') && statusCode === 503) return new Failure('overloaded', { waitSeconds: 2 })
  return new Failure('unexpected', { cause: error })
}

/** character_not_in_repertoire, invalid_text_representation */
const badValue = new Set(['22021', '22P02'])

/** Time-outs of locks, deadlocks, a transaction cut short, a server that only reads, a network that does not reach. */
const away = new Set([
  '55P03',
  '40001',
  '40P01',
  '25P03',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/** Classes 08, 53 and 57: connections, resources, operators; then what the driver says without a code. */
function isDatabaseAway(code: string, message: string): boolean {
  if (away.has(code) || /^(08|53|57)/.test(code)) return true
  return /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|after calling end on the pool/.test(
    message,
  )
}
