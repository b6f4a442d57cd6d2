/** Shrinks a picture before the upload: a photo of 12 megapixels takes minutes on a slow connection. */
import { uploadMaxBytes } from '@foyer/contract/shared-values'
import { encode } from './cut-picture.ts'

/** Longest side in pixels after shrinking; the service then cuts the picture to 256 × 256 pixels. */
const edge = 1_024
const smallBytes = 300_000
const uploadMaxMegabytes = uploadMaxBytes / 1_024 ** 2

type Shrunk = { file: Blob; fault?: never } | { file: null; fault: string }

/** Shrinks a large file. A file that the browser cannot read is returned unchanged, so that the service decides about it. */
export async function shrink(chosen: File): Promise<Shrunk> {
  const smaller = chosen.size > smallBytes ? await drawSmaller(chosen).catch(() => null) : null
  const file = smaller && smaller.size < chosen.size ? smaller : chosen
  if (file.size > uploadMaxBytes)
    return { file: null, fault: `This picture is too large. Choose one of at most ${uploadMaxMegabytes} MB.` }
  return { file }
}

async function drawSmaller(chosen: File): Promise<Blob | null> {
  const picture = await createImageBitmap(chosen, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, edge / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await encode(canvas)
  } finally {
    picture.close()
  }
}
