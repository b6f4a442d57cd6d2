/** Keeps the files of users in a bucket of an S3-compatible server, which all copies of the service share. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { Failure } from '../failure.ts'
import { StartError } from '../start-error.ts'
import {
  createS3Client,
  noRoom,
  type S3Answer,
  type S3Call,
  type S3Options,
  type S3Settings,
  S3Unavailable,
} from './s3-client.ts'
import { pathOf, type Storage, typeOf } from './storage.ts'

export type StorageNote = (
  operation: 'get' | 'put' | 'delete',
  result: 'done' | 'refused' | 'unavailable',
) => void

/** Its calls end within eight seconds; a server that is away is `overloaded` to users. */
export function createS3Storage(
  settings: S3Settings,
  note: StorageNote = () => {},
  options: S3Options = {},
): Storage {
  const call = createS3Client(settings, options)

  async function ask(request: S3Call): Promise<S3Answer> {
    const operation = operations[request.method]
    try {
      const answer = await call(request)
      note(operation, isTaken(request, answer) ? 'done' : 'refused')
      return answer
    } catch (error) {
      note(operation, 'unavailable')
      throw new Failure('overloaded', { waitSeconds: 5, cause: error })
    }
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      // The server stores an object whole or not at all.
      const answer = await ask({ method: 'PUT', path, type: typeOf(key), bytes })
      if (isFull(answer)) throw new Failure('storage-full', { cause: new Error(reasonOf(answer)) })
      mustBeTaken(answer, 200)
    },

    async get(key) {
      const answer = await ask({ method: 'GET', path: pathOf(key) })
      if (answer.status === 404 && !isWithoutBucket(answer)) return null
      mustBeTaken(answer, 200)
      return { type: typeOf(key), length: answer.bytes.length, body: Readable.from([answer.bytes]) }
    },

    async delete(key) {
      const answer = await ask({ method: 'DELETE', path: pathOf(key) })
      if (answer.status === 404 && !isWithoutBucket(answer)) return
      mustBeTaken(answer, 200, 204)
    },

    async check() {
      const path = `checks/${randomUUID()}`
      const place = `the bucket ${settings.bucket} at ${settings.endpoint}`
      try {
        for (const request of checkCalls(path)) {
          const answer = await call(request)
          if (!isTaken(request, answer))
            throw new StartError(
              `S3_BUCKET: files of users cannot be stored in ${place} (${reasonOf(answer)}): check the S3_ settings and the rights of the key`,
            )
        }
        return null
      } catch (error) {
        if (!(error instanceof S3Unavailable)) throw error
        return `${place} is unavailable (${error.message}): pictures and other files of users cannot be shown or stored`
      }
    },
  }
}

const operations = { GET: 'get', PUT: 'put', DELETE: 'delete' } as const

/** Stores an object and deletes it: reading is tried in between. */
function checkCalls(path: string): S3Call[] {
  const bytes = Buffer.from('Foyer checks its storage.\n')
  return [
    { method: 'PUT', path, type: 'text/plain', bytes },
    { method: 'GET', path },
    { method: 'DELETE', path },
  ]
}

function isTaken({ method }: S3Call, answer: S3Answer): boolean {
  if (method === 'PUT') return answer.status === 200
  const isMissing = answer.status === 404 && !isWithoutBucket(answer)
  return answer.status === 200 || answer.status === 204 || isMissing
}

function mustBeTaken(answer: S3Answer, ...wanted: number[]): void {
  if (!wanted.includes(answer.status)) throw new Error(`The storage of files refuses: ${reasonOf(answer)}`)
}

/** The codes of Ceph and MinIO where a quota is used up. */
const quotaCodes: ReadonlySet<string | undefined> = new Set([
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
])

function isFull(answer: S3Answer): boolean {
  return answer.status === noRoom || quotaCodes.has(codeOf(answer))
}

function codeOf({ bytes }: S3Answer): string | undefined {
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(bytes.subarray(0, 4_096).toString('latin1'))?.[1]
}

/** The status and the code of the answer, which is XML; nothing else of it. */
function reasonOf(answer: S3Answer): string {
  const { status } = answer
  const code = codeOf(answer)
  if (status >= 300 && status < 400) return `${status} ${code ?? 'redirect'}, the bucket is in another region`
  return code ? `${status} ${code}` : String(status)
}

function isWithoutBucket(answer: S3Answer): boolean {
  return reasonOf(answer).endsWith('NoSuchBucket')
}
