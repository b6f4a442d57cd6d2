/** Reads, turns and cuts a picture before the upload. */

/** Longest side in pixels while the user cuts the picture: a photo of 12 megapixels is slow to move on an old phone. */
const editedEdge = 1_600
/** Side of the cut picture in pixels; the service then makes it 256 × 256 pixels. */
const cutEdge = 512

/** A square of a picture, in its pixels. */
export type Area = { x: number; y: number; width: number; height: number }

/** Returns the picture in a file, upright; null for a file that the browser cannot read. */
export async function readPicture(file: File): Promise<HTMLCanvasElement | null> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    try {
      const scale = Math.min(1, editedEdge / Math.max(bitmap.width, bitmap.height))
      const [canvas, context] = newCanvas(bitmap.width * scale, bitmap.height * scale)
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
      return canvas
    } finally {
      bitmap.close()
    }
  } catch {
    return null
  }
}

/** Returns the picture a quarter turn further. */
export function turn(picture: HTMLCanvasElement, direction: 'left' | 'right'): HTMLCanvasElement {
  const [canvas, context] = newCanvas(picture.height, picture.width)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate(direction === 'right' ? Math.PI / 2 : -Math.PI / 2)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
  return canvas
}

/** Draws a square of the picture so that it fills a canvas. */
export function drawArea(picture: HTMLCanvasElement, { x, y, width, height }: Area, on: HTMLCanvasElement) {
  const context = on.getContext('2d')
  context?.clearRect(0, 0, on.width, on.height)
  context?.drawImage(picture, x, y, width, height, 0, 0, on.width, on.height)
}

/** Returns a square of the picture as a file; null if the browser cannot encode it. */
export function cut(picture: HTMLCanvasElement, area: Area): Promise<Blob | null> {
  const [canvas] = newCanvas(cutEdge, cutEdge)
  drawArea(picture, area, canvas)
  // A browser that cannot encode WebP encodes PNG.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
}

function newCanvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no pictures')
  return [canvas, context]
}
