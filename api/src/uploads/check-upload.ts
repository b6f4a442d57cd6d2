/** Turns an uploaded file into what is stored: a picture is made anew, a PDF is stored as it is if it does nothing. */
import { errorSentence } from '@foyer/contract/errors'
import { Failure } from '../failure.ts'
import type { FileEnding } from '../storage/storage.ts'
import { kindOf } from './file-kinds.ts'
import { faultOfPdf, type PdfFault } from './pdf-faults.ts'
import { type ImageShape, NoPictureError, remakeImage } from './remake-image.ts'

export type CheckedFile = { ending: FileEnding; bytes: Buffer }

type Wanted = {
  /** The user whose places the work takes in the queue of pictures. */
  userId: string
  /** The picture that is stored. */
  shape: ImageShape
  /** A PDF is taken, too. */
  pdf?: boolean
}

const sentences = {
  picturesOnly: 'Choose a JPG, PNG or WebP picture.',
  picturesAndPdf: 'Choose a JPG, PNG, WebP or PDF file.',
  largePicture: 'This picture is too large. Make it smaller, then choose it again.',
  active: 'This PDF contains a script or another file. Save it without, then choose it again.',
  locked: 'This PDF has a password. Save it without, then choose it again.',
  unreadable: errorSentence('file-unreadable'),
} as const

/** Throws `file-type` or `file-unreadable`, with a sentence at the field `file`. */
export async function checkUpload(
  bytes: Buffer,
  { userId, shape, pdf = false }: Wanted,
): Promise<CheckedFile> {
  const kind = kindOf(bytes)
  if (kind === null || (kind === 'pdf' && !pdf))
    throw refusal('file-type', pdf ? sentences.picturesAndPdf : sentences.picturesOnly)
  if (kind !== 'pdf') return { ending: 'webp', bytes: await remade(bytes, { userId, shape }) }
  const fault = await faultOfPdf(bytes)
  if (fault) throw refusal('file-unreadable', sentences[fault satisfies PdfFault])
  return { ending: 'pdf', bytes }
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
