/** Turns an uploaded file into what is stored: a picture is made anew, a PDF is stored as it is. */
import { errorSentence } from '@foyer/contract/errors'
import { Failure } from '../failure.ts'
import type { FileEnding } from '../storage/storage.ts'
import { kindOf } from './file-kinds.ts'
import type { MalwareScan } from './malware-scan.ts'
import { type ImageShape, NoPictureError, remakeImage } from './remake-image.ts'

type CheckedFile = { ending: FileEnding; bytes: Buffer }

type Wanted = {
  /** The user whose places the work takes in the queues of scans and pictures. */
  userId: string
  /** null where the installation scans no files. */
  malwareScan: MalwareScan | null
  /** The picture that is stored. */
  shape: ImageShape
  /** A PDF is taken, too. */
  pdf?: boolean
}

const sentences = {
  picturesOnly: 'Choose a JPG, PNG or WebP picture.',
  picturesAndPdf: 'Choose a JPG, PNG, WebP or PDF file.',
  largePicture: 'This picture is too large. Make it smaller, then choose it again.',
  unreadable: errorSentence('file-unreadable'),
} as const

/** Throws `file-type` or `file-unreadable`, with a sentence at the field `file`, and what the malware scan throws. */
export async function checkUpload(
  bytes: Buffer,
  { userId, malwareScan, shape, pdf = false }: Wanted,
): Promise<CheckedFile> {
  const kind = kindOf(bytes)
  if (kind === null || (kind === 'pdf' && !pdf))
    throw refusal('file-type', pdf ? sentences.picturesAndPdf : sentences.picturesOnly)
  await malwareScan?.(userId, bytes)
  if (kind === 'pdf') return { ending: 'pdf', bytes }
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
