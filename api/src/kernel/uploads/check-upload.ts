/** Turns an uploaded file into the stored file: a picture is re-encoded, and a PDF is stored unchanged. */
import { errorSentence } from '@foyer/contract/errors'
import type { Upload } from '@foyer/contract/routes/route'
import { Failure } from '../failure.ts'
import type { FileEnding } from '../storage/storage.ts'
import { fileTypeOf } from './file-types.ts'
import type { MalwareScan } from './malware-scan.ts'
import { type ImageShape, NoPictureError, remakeImage } from './remake-image.ts'
import { filesInWords } from './upload-words.ts'

/** A file of a request, and the types that its route declares. */
export type UploadedFile = { bytes: Buffer; types: Upload['types'] }

type CheckedFile = { ending: FileEnding; bytes: Buffer }

type Wanted = {
  /** The user whose slots the scan and the decoding use. */
  userId: string
  /** null if uploads are not scanned. */
  malwareScan: MalwareScan | null
  /** The shape of the stored picture. */
  shape: ImageShape
}

const sentences = {
  largePicture: 'This picture is too large. Make it smaller, then choose it again.',
  unreadable: errorSentence('file-unreadable'),
} as const

/**
 * Throws `file-type` or `file-unreadable`, with a sentence for the field `file`, and the errors of the malware scan.
 */
export async function checkUpload(
  { bytes, types }: UploadedFile,
  { userId, malwareScan, shape }: Wanted,
): Promise<CheckedFile> {
  const type = fileTypeOf(bytes)
  if (type === null || !types.includes(type)) throw refusal('file-type', `Choose a ${filesInWords(types)}.`)
  await malwareScan?.(userId, bytes)
  if (type === 'application/pdf') return { ending: 'pdf', bytes }
  return { ending: 'webp', bytes: await remade(bytes, { userId, shape }) }
}

async function remade(bytes: Buffer, wanted: { userId: string; shape: ImageShape }): Promise<Buffer> {
  try {
    return await remakeImage(bytes, wanted)
  } catch (error) {
    if (!(error instanceof NoPictureError)) throw error
    throw refusal('file-unreadable', error.isTooLarge ? sentences.largePicture : sentences.unreadable, error)
  }
}

function refusal(code: 'file-type' | 'file-unreadable', sentence: string, cause?: unknown): Failure {
  return new Failure(code, { fields: { file: sentence }, cause })
}
