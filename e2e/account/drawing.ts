/** Makes pictures to upload. */
import { crc32, deflateSync } from 'node:zlib'

/** Returns a noisy PNG, which the browser must shrink before it uploads it. */
export function drawing(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let at = 0, seed = 1; at < rows.length; at += 1) {
    seed = (seed * 16_807) % 2_147_483_647
    rows[at] = at % (width * 3 + 1) === 0 ? 0 : seed & 63
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const chunk = (name: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const parts = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}
