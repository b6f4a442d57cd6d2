/**
 * Sends signed requests to an S3-compatible server: bounded in time and size, without following redirects, with one
 * retry, and with a pause after failures in a row.
 */
import { createHash, createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignatureV4 } from '@smithy/signature-v4'
import { createCircuitBreaker } from '../outbound/circuit-breaker.ts'
import { readBytesUpTo } from '../outbound/read-up-to.ts'

export type S3Settings = {
  /** Without a slash at its end. */
  endpoint: string
  region: string
  bucket: string
  /** The bucket stands in the path, or before the host. */
  bucketIn: 'path' | 'host'
  accessKeyId: string
  secretAccessKey: string
}

export type S3Call = { method: 'GET' | 'PUT' | 'DELETE'; path: string; type?: string; bytes?: Uint8Array }

export type S3Answer = { status: number; bytes: Buffer }

/** The server gave no answer that can be used. The message is for logs: it holds nothing of the request. */
export class S3Unavailable extends Error {}

/** Bounds both tries of a request together. */
const answerMs = 8_000
/** One try waits this long for the head of the answer, so that another one has time. */
const firstTryMs = 3_000
const pauseMs = 100
/** An uploaded file has 5 MB at most. */
const answerMaxBytes = 8_388_608

/** The status of a server without room (RFC 4918 §11.5). It answers, so it is not unavailable. */
export const noRoom = 507

export type S3Options = { fetch?: typeof fetch; answerMs?: number; firstTryMs?: number }

export function createS3Client(settings: S3Settings, options: S3Options = {}) {
  const breaker = createCircuitBreaker({ failures: 5, pauseMs: 30_000 })
  const base = baseUrl(settings)
  const send = options.fetch ?? fetch
  let signing: Promise<SignatureV4> | undefined

  async function tryOnce({ method, path, type, bytes }: S3Call, signal: AbortSignal): Promise<S3Answer> {
    signing ??= createSigner(settings)
    const url = new URL(`${base}/${path}`)
    const request = {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      headers: { host: url.host, ...(type && { 'content-type': type }) },
      body: bytes ?? '',
    }
    const { headers } = await (await signing).sign(request)
    // fetch sends the host of the URL, which is the signed one.
    const { host: _, ...sent } = headers
    const response = await send(url, {
      method,
      headers: { ...sent, 'accept-encoding': 'identity' },
      ...(bytes && { body: Buffer.from(bytes) }),
      redirect: 'manual',
      signal,
    })
    const answer = { status: response.status, bytes: await readBytesUpTo(answerMaxBytes, response) }
    const isUnavailable = answer.status >= 500 && answer.status !== noRoom
    if (isUnavailable || answer.status === 429) throw new S3Unavailable(`it answered ${answer.status}`)
    return answer
  }

  /** Throws S3Unavailable. Any status below 500 but 429, and 507, is an answer. */
  return async function call(request: S3Call): Promise<S3Answer> {
    if (!breaker.mayCall()) throw new S3Unavailable('its calls are paused')
    const whole = AbortSignal.timeout(options.answerMs ?? answerMs)
    const first = AbortSignal.any([whole, AbortSignal.timeout(options.firstTryMs ?? firstTryMs)])
    try {
      const answer = await tryOnce(request, first).catch(async () => {
        await sleep(pauseMs)
        return tryOnce(request, whole)
      })
      breaker.note(true)
      return answer
    } catch (error) {
      breaker.note(false)
      if (error instanceof S3Unavailable) throw error
      throw new S3Unavailable(whole.aborted ? 'it took too long' : reasonOf(error))
    }
  }
}

export type S3Client = ReturnType<typeof createS3Client>

function baseUrl({ endpoint, bucket, bucketIn }: S3Settings): string {
  if (bucketIn === 'path') return `${endpoint}/${bucket}`
  const url = new URL(endpoint)
  return `${url.protocol}//${bucket}.${url.host}${url.pathname === '/' ? '' : url.pathname}`
}

/** Loads the signer with the first request, because most installations keep their files in a folder. */
async function createSigner({ region, accessKeyId, secretAccessKey }: S3Settings): Promise<SignatureV4> {
  const { SignatureV4 } = await import('@smithy/signature-v4')
  return new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: Sha256,
    // S3 signs the path as it is sent.
    uriEscapePath: false,
  })
}

type Source = string | ArrayBuffer | ArrayBufferView

/** SHA-256 and, with a key, HMAC, as the signer wants them. */
class Sha256 {
  private readonly hash

  constructor(key?: Source) {
    this.hash = key === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(key))
  }

  update(data: Source): void {
    this.hash.update(bytesOf(data))
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest()
  }
}

function bytesOf(source: Source): Uint8Array {
  if (typeof source === 'string') return Buffer.from(source)
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
  return new Uint8Array(source)
}

/** The message of an error of fetch says only that it failed; its cause has a code. */
function reasonOf(error: unknown): string {
  const { cause, name } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? name
}
