/** Makes ordinary files, and files that attack the program that opens them. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Makes a picture of one colour, with the place where it was taken in its metadata. */
export function photo(width = 320, height = 240, background = '#1565c0') {
  return sharp({ create: { width, height, channels: 3, background } }).withExif({
    IFD0: { Artist: 'private-artist' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 34/1 56/1' },
  })
}

/** Makes a one-page PDF with further complete objects. */
export function pdf(...objects: (string | Buffer)[]): Buffer {
  const page = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n',
  ]
  const all = [...page, ...objects].map((object) => Buffer.from(object))
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
    ...all,
    Buffer.from('trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'),
  ])
}

/** A PDF that runs a script when a reader opens it. */
export const scriptPdf = pdf(
  '4 0 obj\n<< /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>\nendobj\n',
)

/** Makes a small PNG that claims to have this size. */
export function claimingPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const chunks: [string, Buffer][] = [
    ['IHDR', head],
    ['IDAT', deflateSync(Buffer.alloc(1_000))],
    ['IEND', Buffer.alloc(0)],
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(chunkOf)])
}

function chunkOf([name, content]: [string, Buffer]): Buffer {
  const body = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

/** Files of other types. */
export const foreignFiles: Record<string, Buffer> = {
  'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'an SVG with a script': Buffer.from(svg),
  'an SVG after a declaration': Buffer.from(`<?xml version="1.0"?>\n${svg}`),
  'a GIF with a script': Buffer.from('GIF89a/*<svg onload=alert(1)>*/=1;alert(1)'),
  'a program': Buffer.from('MZ\x90\0\x03', 'latin1'),
  'an archive': Buffer.from('PK\x03\x04 not a picture', 'latin1'),
  'a PDF behind a few bytes of another type': Buffer.concat([Buffer.from('<p>\n'), pdf()]),
  'text that names a PNG': Buffer.from('PNG\r\n\x1a\n', 'latin1'),
  'one byte': Buffer.from([0xff]),
}

/** Files that begin like pictures but that browsers may interpret as pages. */
export const falsePictures: Record<string, Buffer> = {
  'a JPEG that is a page': Buffer.from('\xff\xd8\xff<html><script>alert(1)</script>', 'latin1'),
  'a PNG that is a page': Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1'),
  'a WebP that is a script': Buffer.from('RIFF=1/*WEBP*/;alert(1)', 'latin1'),
  'a PNG that ends early': claimingPng(100, 100),
}
