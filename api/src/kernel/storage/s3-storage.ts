/** Stores users' files in a bucket of an S3-compatible server, which all copies of the service share. */
import { randomUUID } from 'node:crypto'
import type { Agent } from 'node:http'
import { addAbortSignal, Readable } from 'node:stream'
import type { S3 } from '@aws-sdk/client-s3'
import { Failure } from '../failure.ts'
import { readUpTo } from '../outbound/bounded-call.ts'
import { createCircuitBreaker } from '../outbound/circuit-breaker.ts'
import { StartError } from '../start-error.ts'
import { pathOf, type Storage, typeOf } from './storage.ts'

export type S3Settings = {
  /** The URL without a trailing slash. */
  endpoint: string
  region: string
  bucket: string
  /** The position of the bucket: in the path or in the host name. */
  bucketIn: 'path' | 'host'
  accessKeyId: string
  secretAccessKey: string
}

export type StorageNote = (
  operation: 'get' | 'put' | 'delete',
  result: 'done' | 'refused' | 'unavailable',
) => void

const s3Bounds = {
  /** Limits both attempts of a request and reading the answer, in total. */
  answerMs: 8_000,
  /** Limits the wait of one attempt for the answer's headers, so that a second attempt has time. */
  tryMs: 3_000,
}

type S3Options = Partial<typeof s3Bounds> & { httpAgent?: Agent }

/** An uploaded file has at most 5 MB. */
const answerMaxBytes = 8_388_608

/** The server gave no usable answer. The message is for logs and contains nothing of the request. */
class S3Unavailable extends Error {}

/** The server refused a request. The message contains the status and the code of the answer. */
class S3Refusal extends Error {
  readonly status: number
  readonly code: string | undefined

  constructor(status: number, code: string | undefined) {
    const isRedirect = status >= 300 && status < 400
    if (isRedirect) super(`${status} ${code ?? 'redirect'}, the bucket is in another region`)
    else super(code ? `${status} ${code}` : String(status))
    this.status = status
    this.code = code
  }
}

/** Creates the storage. Calls end within 8 s; if the server is unavailable, users get `overloaded`. */
export function createS3Storage(
  settings: S3Settings,
  note: StorageNote = () => {},
  options: S3Options = {},
): Storage {
  const bounds = { ...s3Bounds, ...options }
  const breaker = createCircuitBreaker({ failures: 5, pauseMs: 30_000 })
  const Bucket = settings.bucket
  let opening: Promise<S3> | undefined

  /** Sends a request; throws S3Refusal or S3Unavailable. */
  async function send<Output>(
    request: (s3: S3, abortSignal: AbortSignal) => Promise<Output>,
  ): Promise<Output> {
    if (!breaker.mayCall()) throw new S3Unavailable('its calls are paused')
    const abortSignal = AbortSignal.timeout(bounds.answerMs)
    try {
      opening ??= openClient(settings, bounds)
      const output = await request(await opening, abortSignal)
      breaker.note(true)
      return output
    } catch (error) {
      const fault = abortSignal.aborted ? new S3Unavailable('it took too long') : faultOf(error)
      breaker.note(fault instanceof S3Refusal)
      throw fault
    }
  }

  const requests = {
    put: (Key: string, ContentType: string, Body: Uint8Array) =>
      send((s3, abortSignal) => s3.putObject({ Bucket, Key, ContentType, Body }, { abortSignal })),
    get: (Key: string) =>
      send(async (s3, abortSignal) => {
        const { Body } = await s3.getObject({ Bucket, Key }, { abortSignal })
        return readUpTo(answerMaxBytes, addAbortSignal(abortSignal, Body as Readable))
      }).catch(nullIfMissing),
    delete: (Key: string) =>
      send((s3, abortSignal) => s3.deleteObject({ Bucket, Key }, { abortSignal })).catch(nullIfMissing),
  }

  async function noted<Output>(operation: keyof typeof requests, sent: Promise<Output>): Promise<Output> {
    try {
      const output = await sent
      note(operation, 'done')
      return output
    } catch (error) {
      if (error instanceof S3Refusal) {
        note(operation, 'refused')
        throw operation === 'put' && isFull(error)
          ? new Failure('storage-full', { cause: error })
          : new Error(`The storage of files refuses: ${error.message}`)
      }
      note(operation, 'unavailable')
      throw new Failure('overloaded', { waitSeconds: 5, cause: error })
    }
  }

  return {
    // The server stores an object completely or not at all.
    async put(key, bytes) {
      await noted('put', requests.put(pathOf(key), typeOf(key), bytes))
    },

    async get(key) {
      const bytes = await noted('get', requests.get(pathOf(key)))
      return bytes && { type: typeOf(key), length: bytes.length, body: Readable.from([bytes]) }
    },

    async delete(key) {
      await noted('delete', requests.delete(pathOf(key)))
    },

    async check() {
      const path = `checks/${randomUUID()}`
      const place = `the bucket ${settings.bucket} at ${settings.endpoint}`
      try {
        await requests.put(path, 'text/plain', Buffer.from('Foyer checks its storage.\n'))
        await requests.get(path)
        await requests.delete(path)
        return null
      } catch (error) {
        const { message } = error as Error
        if (error instanceof S3Unavailable)
          return `${place} is unavailable (${message}): pictures and other files of users cannot be shown or stored`
        throw new StartError(
          `S3_BUCKET: files of users cannot be stored in ${place} (${message}): check the S3_ settings and the rights of the key`,
        )
      }
    },
  }
}

/** Loads the client with the first request, because most installations store files in a folder. */
async function openClient(settings: S3Settings, { tryMs, httpAgent }: S3Options): Promise<S3> {
  const { endpoint, region, bucketIn, accessKeyId, secretAccessKey } = settings
  const { S3 } = await import('@aws-sdk/client-s3')
  return new S3({
    endpoint,
    region,
    forcePathStyle: bucketIn === 'path',
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    requestHandler: { requestTimeout: tryMs, throwOnRequestTimeout: true, httpAgent },
    // Other companies' servers do not support the checksums that the client would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** The status of a server without free space (RFC 4918 §11.5). The server answers, so it is not unavailable. */
const noRoom = 507

/** Returns S3Refusal if the server refused the request, and S3Unavailable if it is unavailable. */
function faultOf(error: unknown): S3Refusal | S3Unavailable {
  const { name, code, Code, $metadata } = error as S3Error
  const status = $metadata?.httpStatusCode
  if (status === undefined) return new S3Unavailable(code ?? name)
  if (status === 429 || (status >= 500 && status !== noRoom))
    return new S3Unavailable(`it answered ${status}`)
  return new S3Refusal(status, Code)
}

/** An error of the client; `code` is Node's, `Code` the server's. */
type S3Error = Error & { code?: string; Code?: string; $metadata?: { httpStatusCode?: number } }

function nullIfMissing(error: unknown): null {
  if (error instanceof S3Refusal && error.status === 404 && error.code !== 'NoSuchBucket') return null
  throw error
}

/** The codes of Ceph and MinIO for a used-up quota. */
const quotaCodes: ReadonlySet<string | undefined> = new Set([
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
])

function isFull({ status, code }: S3Refusal): boolean {
  return status === noRoom || quotaCodes.has(code)
}
