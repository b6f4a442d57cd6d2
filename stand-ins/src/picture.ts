/** Draws the pictures of people: a head and shoulders on a colour of their own, as a PNG. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'

export function drawPicture(subject: string): Promise<Buffer> {
  const [red = 0, green = 0, blue = 0] = createHash('sha256').update(subject).digest()
  const ground = [red, green, blue].map((part) => Math.round(part / 2)).join()
  const figure = `<g fill="#f5f0e8"><circle cx="48" cy="38" r="17"/><ellipse cx="48" cy="96" rx="30" ry="34"/></g>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="rgb(${ground})"/>${figure}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
