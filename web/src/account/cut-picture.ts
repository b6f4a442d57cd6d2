/** Reads, turns and cuts a picture before the upload. */

/** Longest side in pixels while the user cuts the picture: a photo of 12 megapixels is slow to move on an old phone. */
const editedEdge = 1_600
/** A square of a picture, in its pixels. */
type Area = { x: number; y: number; side: number }

/** Which square the user sees: `zoom` from 1; `across` and `down` from 0 to 1 of the room that the zoom leaves. */
export type Place = { zoom: number; across: number; down: number }

export const centre: Place = { zoom: 1, across: 0.5, down: 0.5 }

export function areaAt({ width, height }: HTMLCanvasElement, { zoom, across, down }: Place): Area {
  const side = Math.min(width, height) / zoom
  return { x: across * (width - side), y: down * (height - side), side }
}

/** Moves the picture below its frame by pixels of the picture, at most to its edge. */
export function moveBy(picture: HTMLCanvasElement, place: Place, moved: { x: number; y: number }): Place {
  const { x, y, side } = areaAt(picture, place)
  return {
    zoom: place.zoom,
    across: partOf(x - moved.x, picture.width - side) ?? place.across,
    down: partOf(y - moved.y, picture.height - side) ?? place.down,
  }
}

/** Returns null where there is no room. */
function partOf(length: number, room: number): number | null {
  return room > 0 ? Math.min(1, Math.max(0, length / room)) : null
}

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
export function drawArea(picture: HTMLCanvasElement, { x, y, side }: Area, on: HTMLCanvasElement): void {
  const context = on.getContext('2d')
  context?.clearRect(0, 0, on.width, on.height)
  context?.drawImage(picture, x, y, side, side, 0, 0, on.width, on.height)
}

/** Returns a picture as a file; null if the browser cannot encode it. */
export function encode(picture: HTMLCanvasElement): Promise<Blob | null> {
  // A browser that cannot encode WebP encodes PNG.
  return new Promise((resolve) => picture.toBlob(resolve, 'image/webp', 0.9))
}

function newCanvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no pictures')
  return [canvas, context]
}
