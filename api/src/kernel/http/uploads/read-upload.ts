/**
 * Reads an upload: a multipart/form-data body with one part, the file. Nothing is written to disk. The file's name and
 * media type are ignored, because only the content proves the type.
 */
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { Upload } from '@foyer/contract/routes/route'
import { Failure } from '../../failure.ts'
import type { UploadedFile } from '../../uploads/check-upload.ts'
import { sizeInWords } from '../../uploads/upload-words.ts'
import type { UploadMemory } from './upload-memory.ts'

/** The name of the part. */
const filePart = 'file'

/** Allows for the boundaries and the headers of the part. */
const formMaxBytes = 16_384

type UploadRequest = {
  body: IncomingMessage
  upload: Upload
  memory: UploadMemory
  /** null if the caller is a platform's server. */
  userId: string | null
}

/** Reads the file and runs `work` with it. The file counts as used memory until `work` has ended. */
export async function withUpload<T>(
  { body, upload: { maxBytes, types }, memory, userId }: UploadRequest,
  work: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const held = holder(memory, userId)
  try {
    return await work({ bytes: await readFile(body, maxBytes, held.take), types })
  } finally {
    held.giveAll()
  }
}

function holder(memory: UploadMemory, userId: string | null) {
  let held = 0
  return {
    take(bytes: number) {
      memory.take(userId, bytes)
      held += bytes
    },
    giveAll: () => memory.give(userId, held),
  }
}

async function readFile(
  body: IncomingMessage,
  maxBytes: number,
  take: (bytes: number) => void,
): Promise<Buffer> {
  const { headers } = body
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '') || headers['content-encoding'])
    throw new Failure('unsupported-media')
  if (Number(headers['content-length'] ?? 0) > maxBytes + formMaxBytes) throw tooLarge(maxBytes)
  const form = openForm(headers as BusboyHeaders, maxBytes, take)
  let received = 0
  // The connection must stay open to send a refusal.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    received += (chunk as Buffer).length
    if (received > maxBytes + formMaxBytes) throw tooLarge(maxBytes)
    form.write(chunk as Buffer)
  }
  return form.end()
}

/** Parses the written chunks; `write` and `end` throw the first fault. */
function openForm(headers: BusboyHeaders, maxBytes: number, take: (bytes: number) => void) {
  const chunks: Buffer[] = []
  let fault: unknown
  let isFound = false
  const fail = (error: unknown) => {
    fault ??= error
  }
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const form = parserOf(headers, maxBytes)
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit', 'field'] as const)
    form.on(event, () => fail(notOneFile()))
  form.on('error', () => {
    fail(notOneFile())
    finish()
  })
  form.on('finish', finish)
  form.on('file', (name, file) => {
    isFound = name === filePart
    if (!isFound) fail(notOneFile())
    file.on('limit', () => fail(tooLarge(maxBytes)))
    file.on('error', fail)
    file.on('data', (chunk: Buffer) => {
      if (fault !== undefined) return
      try {
        take(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        fail(error)
      }
    })
  })
  return {
    write(chunk: Buffer) {
      if (fault === undefined) form.write(chunk)
      if (fault !== undefined) throw fault
    },
    async end(): Promise<Buffer> {
      form.end()
      await finished
      if (fault !== undefined) throw fault
      if (!isFound || chunks.length === 0) throw notOneFile()
      return Buffer.concat(chunks)
    },
  }
}

/** Creates the parser; throws for a body without a boundary. */
function parserOf(headers: BusboyHeaders, maxBytes: number) {
  try {
    return new Busboy({
      headers,
      limits: { fileSize: maxBytes, files: 1, fields: 0, parts: 1, headerPairs: 8, headerSize: 4_096 },
    })
  } catch {
    throw notOneFile()
  }
}

function notOneFile(): Failure {
  return new Failure('invalid-request', {
    fields: { [filePart]: `Send one file as multipart/form-data, in a part named ${filePart}` },
  })
}

function tooLarge(maxBytes: number): Failure {
  const sentence = `Choose a file of at most ${sizeInWords({ maxBytes })}`
  return new Failure('too-large', { fields: { [filePart]: sentence } })
}

/**
 * Reads and drops the rest of a refused upload. If the connection closed while the client still sends, the client would
 * get a network error instead of the refusal. The time limit of the whole request bounds it (slow-bodies.ts).
 */
export async function discardRest(body: IncomingMessage, { maxBytes }: Upload): Promise<void> {
  let left = 2 * maxBytes
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      left -= (chunk as Buffer).length
      if (left < 0) return
    }
  } catch {
    // The client disconnected.
  }
}
