/** Draws the pictures of people as a PNG: head and shoulders on a colour of each person's own. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'

const size = 96

/** Draws pixel by pixel: tests run the service in the same process, where sharp is not allowed to read SVG. */
export function drawPicture(subject: string): Promise<Buffer> {
  const [red = 0, green = 0, blue = 0] = createHash('sha256').update(subject).digest()
  const ground = [red, green, blue].map((part) => Math.round(part / 2))
  const points = Array.from({ length: size * size }, (_, index) =>
    isFigure(index % size, Math.floor(index / size)) ? [245, 240, 232] : ground,
  )
  return sharp(Buffer.from(points.flat()), { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer()
}

function isFigure(x: number, y: number): boolean {
  return (x - 48) ** 2 + (y - 38) ** 2 < 17 ** 2 || ((x - 48) / 30) ** 2 + ((y - 96) / 34) ** 2 < 1
}
