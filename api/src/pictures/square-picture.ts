/** Makes a square picture of ours out of the bytes of any other: nothing of the original file is kept. */
import type sharpOf from 'sharp'

/** The edge of a stored picture, which pages show at up to a third of it. */
export const pictureEdge = 256

/** Providers deliver pictures of up to a megapixel. A small file can claim to be enormous, and memory pays for it. */
const mostPixels = 2_048 * 2_048
/** Bounds the time of one picture in seconds. */
const mostSeconds = 3

/** The bytes are no picture, or one that no provider delivers. */
export class NoPictureError extends Error {}

type Sharp = typeof sharpOf
let loading: Promise<Sharp> | undefined

/** Returns WebP. Throws NoPictureError. */
export async function squarePicture(bytes: Buffer): Promise<Buffer> {
  if (!isPicture(bytes)) throw new NoPictureError('not a jpg, png or webp')
  loading ??= loadSharp()
  const sharp = await loading
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: mostSeconds })
      // The metadata, which is dropped, may turn the picture.
      .autoOrient()
      .resize(pictureEdge, pictureEdge, { fit: 'cover' })
      .webp({ quality: 80 })
      .toBuffer()
  } catch (error) {
    throw new NoPictureError('cannot be decoded', { cause: error })
  }
}

/** Recognises jpg, png and webp by their first bytes: what a server says of its answer does not count. */
function isPicture(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 12).toString('latin1')
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    (text.startsWith('RIFF') && text.endsWith('WEBP'))
  )
}

/** Loads the decoder with the first picture, because it costs memory and most processes never see one. */
async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // Pictures are rare: no memory is kept between two, and one thread decodes.
  sharp.cache(false)
  sharp.concurrency(1)
  // The library has decoders for dozens of formats: these three alone read bytes from outside.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
  return sharp
}
