/**
 * Refuses a PDF that runs scripts, starts programs, sends data or carries other files, and one that cannot be looked into.
 * It is no parser: it reads the names of the whole file, and of each stream that may hold objects. What readers make of a
 * broken file differs, so the owner alone gets it back, as a download (docs/decisions/uploaded-files.md).
 */
import { once } from 'node:events'
import { promisify } from 'node:util'
import { constants, createInflate, inflate } from 'node:zlib'

/** `locked`: encrypted, so that nobody can look into it. */
export type PdfFault = 'unreadable' | 'locked' | 'active'

/** Actions, and content that runs or is a file of its own (ISO 32000-2, 12.6 and 7.11.4). */
const activeName =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|Rendition|SubmitForm|ImportData|GoToR|GoToE|XFA|OnInstantiate)(?![^\s\0()<>[\]{}/%])/
const encryptName = /\/Encrypt(?![^\s\0()<>[\]{}/%])/

/** A file of 5 MB has some hundred streams. */
const mostStreams = 3_000
const mostMs = 5_000
/** Streams of objects are small; pictures and fonts are not read. */
const objectsMaxBytes = 16_777_216
const headBytes = 4_096

const inflateLater = promisify(inflate)

export async function faultOfPdf(bytes: Buffer): Promise<PdfFault | null> {
  const text = bytes.toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(text) || !endsWell(text)) return 'unreadable'
  const names = unescaped(bytes)
  if (encryptName.test(names)) return 'locked'
  if (activeName.test(names)) return 'active'
  return faultOfStreams(bytes, text, names)
}

/** Nothing but white space follows the end: what else stands there belongs to another file. */
function endsWell(text: string): boolean {
  const end = text.lastIndexOf('%%EOF')
  return end >= 0 && text.length - end < 1_024 && /^[\s\0]*$/.test(text.slice(end + 5))
}

/** In a name, #4A stands for J. */
function unescaped(bytes: Buffer): string {
  if (!bytes.includes('#')) return bytes.toString('latin1')
  const text = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const [high, low] = [hexOf(bytes[at + 1]), hexOf(bytes[at + 2])]
    const isEscape = bytes[at] === 0x23 && high >= 0 && low >= 0
    text[length] = isEscape ? high * 16 + low : (bytes[at] ?? 0)
    length += 1
    if (isEscape) at += 2
  }
  return text.toString('latin1', 0, length)
}

function hexOf(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1
}

async function faultOfStreams(bytes: Buffer, text: string, names: string): Promise<PdfFault | null> {
  const end = performance.now() + mostMs
  let count = 0
  let looked = 0
  let budget = objectsMaxBytes
  for (let at = text.indexOf('stream'); at >= 0; at = text.indexOf('stream', at + 6)) {
    const start = startOfStream(text, at)
    if (start === null) continue
    count += 1
    if (count > mostStreams || performance.now() > end) return 'unreadable'
    const before = unescaped(bytes.subarray(Math.max(0, at - 4_096), at))
    const dictionary = before.slice(Math.max(0, before.lastIndexOf(' obj')))
    const isObjects = /\/ObjStm\b/.test(dictionary)
    if (!isDeflated(bytes, start)) {
      if (isObjects) return 'unreadable'
      continue
    }
    if (!isObjects && (await isHarmless(bytes, start, /\/Image\b/.test(dictionary)))) continue
    const objects = await inflated(bytes, start, budget)
    if (objects === null) return 'unreadable'
    budget -= objects.length
    if (isObjects) looked += 1
    const inner = unescaped(objects)
    if (activeName.test(inner)) return 'active'
    if (encryptName.test(inner)) return 'locked'
  }
  // A stream of objects that was not recognised hides what it holds.
  return (names.match(/\/ObjStm\b/g) ?? []).length > looked ? 'unreadable' : null
}

/** Returns the place of the first byte after the keyword `stream` and its line break; null for `endstream`. */
function startOfStream(text: string, at: number): number | null {
  if (text.startsWith('end', at - 3)) return null
  const after = text.slice(at + 6, at + 8)
  if (after === '\r\n') return at + 8
  return after[0] === '\n' || after[0] === '\r' ? at + 7 : null
}

/** Checks the header of zlib (RFC 1950). */
function isDeflated(bytes: Buffer, start: number): boolean {
  const [first = 0, second = 0] = bytes.subarray(start, start + 2)
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

/**
 * A stream of objects begins with pairs of whole numbers; most others do not, and are left after their first bytes. Those
 * of a picture may all be white space.
 */
async function isHarmless(bytes: Buffer, start: number, isPicture: boolean): Promise<boolean> {
  const head = await headOf(bytes.subarray(start, start + headBytes))
  const begin = withoutComments(head.toString('latin1'))
  if (begin.length <= 64) return isPicture && head.length > 64
  return !/^\d{1,10}[\s\0]+\d/.test(begin)
}

/** Returns the first bytes that come out; none for a stream that is broken. */
async function headOf(deflated: Buffer): Promise<Buffer> {
  const opened = createInflate({ chunkSize: headBytes, finishFlush: constants.Z_SYNC_FLUSH })
  try {
    opened.end(deflated)
    await once(opened, 'readable')
    return opened.read() ?? Buffer.alloc(0)
  } catch {
    return Buffer.alloc(0)
  } finally {
    opened.destroy()
  }
}

function withoutComments(text: string): string {
  let rest = text.replace(/^[\s\0]+/, '')
  while (rest.startsWith('%')) {
    const lineEnd = rest.search(/[\r\n]/)
    rest = lineEnd < 0 ? '' : rest.slice(lineEnd).replace(/^[\s\0]+/, '')
  }
  return rest
}

/** Returns null for a stream that is broken or larger than the budget. */
async function inflated(bytes: Buffer, start: number, budget: number): Promise<Buffer | null> {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, budget) }
  return inflateLater(bytes.subarray(start), options).catch(() => null)
}
