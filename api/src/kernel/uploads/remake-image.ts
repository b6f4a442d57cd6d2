/** Re-encodes a picture, so that nothing of the original file is stored, such as the place where it was taken. */
import type sharpOf from 'sharp'
import { createFairQueue } from '../limits/fair-queue.ts'
import { fileTypeOf } from './file-types.ts'

/** The edge of a square picture in pixels; pages show it at most a third as large. */
export const pictureEdge = 256

/**
 * The shape of the stored picture: `square` is cropped to the edge above, `page` keeps the text of a scanned
 * certificate readable, `logo` fits into a square and keeps transparency.
 */
export type ImageShape = 'square' | 'page' | 'logo'

const pageEdge = 2_000
const logoEdge = 512

/**
 * The maximum numbers of pixels, because a small file can claim to be enormous and fill the memory. Phone cameras make
 * up to 25 megapixels, which a decoder reads line by line; an interlaced PNG is in memory as a whole, at 18 bytes a
 * pixel.
 */
const cameraPixels = 25_000_000
export const interlacedPixels = 2_048 * 2_048
/** The time limit of one picture in seconds. */
const mostSeconds = 8

/** The bytes are not a readable picture. The message contains none of them. */
export class NoPictureError extends Error {
  readonly isTooLarge: boolean

  constructor(
    message: string,
    { isTooLarge = false, cause }: { isTooLarge?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.isTooLarge = isTooLarge
  }
}

type Sharp = typeof sharpOf
let loading: Promise<Sharp> | undefined
/** This process decodes one picture at a time. A small file can take seconds, so only a few may wait. */
const queue = createFairQueue({ atOnce: 1, mostWaiting: 16, perUser: 2 })

type Wanted = {
  /** The owner of the picture, whose slots in the queue it uses. */
  userId: string
  shape: ImageShape
  mostPixels?: number
}

/** Returns WebP. Throws NoPictureError, and the queue's errors if too many pictures wait. */
export async function remakeImage(
  bytes: Buffer,
  { userId, shape, mostPixels = cameraPixels }: Wanted,
): Promise<Buffer> {
  if (!fileTypeOf(bytes)?.startsWith('image/')) throw new NoPictureError('not a jpg, png or webp')
  return queue.run(userId, () => remake(bytes, shape, mostPixels))
}

async function remake(bytes: Buffer, shape: ImageShape, mostPixels: number): Promise<Buffer> {
  loading ??= loadSharp()
  const sharp = await loading
  const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
  const { width, height, format, isProgressive } = await image.metadata().catch(refuse)
  const isInterlaced = format === 'png' && isProgressive === true
  if (width * height > (isInterlaced ? Math.min(interlacedPixels, mostPixels) : mostPixels))
    throw new NoPictureError('cannot be decoded', { isTooLarge: true })
  // Applies the rotation in the metadata, which is then dropped.
  const upright = image.timeout({ seconds: mostSeconds }).autoOrient()
  return shaped(upright, shape).toBuffer().catch(refuse)
}

function shaped(image: ReturnType<Sharp>, shape: ImageShape): ReturnType<Sharp> {
  if (shape === 'square')
    return image.resize(pictureEdge, pictureEdge, { fit: 'cover' }).webp({ quality: 80 })
  const edge = shape === 'page' ? pageEdge : logoEdge
  return image.resize(edge, edge, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 85 })
}

function refuse(error: Error): never {
  throw new NoPictureError('cannot be decoded', {
    cause: error,
    isTooLarge: /pixel limit/.test(error.message),
  })
}

/** Loads the decoder with the first picture, because it needs memory and most processes never decode a picture. */
async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // Pictures are rare, so no memory is cached between them, and one thread decodes.
  sharp.cache(false)
  sharp.concurrency(1)
  // The library has decoders for dozens of formats; only these three may read uploaded bytes.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
  return sharp
}
