/**
 * Sends files. The address of a public file names its content: browsers keep the file for a year, and get 304 if they
 * ask for the same content again. Only the caller may read a private file: no cache stores it, and browsers download it
 * instead of displaying it.
 */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesVersion } from './versions.ts'

type File = {
  type: string
  /** In bytes. */
  length: number
  body: Readable
}

type PublicFile = File & { cache: 'immutable'; tag: string }
type PrivateFile = File & { cache: 'private'; fileName: string }

export type FileAnswer = PublicFile | PrivateFile

/** `tag` names the content; it is the ETag. */
export function publicFile(file: File, tag: string): PublicFile {
  return { ...file, cache: 'immutable', tag }
}

/** A browser downloads the file as `fileName`, which includes the extension. */
export function privateFile(file: File, fileName: string): PrivateFile {
  return { ...file, cache: 'private', fileName }
}

/** Sends the file, or 404 with an empty body for null. The auto-created HEAD route drops the body. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer | null,
): FastifyReply {
  if (!file) {
    reply.callNotFound()
    return reply
  }
  if (file.cache === 'private') {
    reply.headers({
      'content-disposition': attachmentNamed(file.fileName),
      // A browser that displays the file nevertheless runs no script in it.
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    })
  } else {
    const tag = `"${file.tag}"`
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', etag: tag })
    if (namesVersion(request.headers['if-none-match'], tag)) {
      file.body.destroy()
      return reply.code(304).send()
    }
  }
  return reply.type(file.type).header('content-length', file.length).send(file.body)
}

const fileNameMaxLength = 120

/** Writes the file name twice: in ASCII for old programs, and in UTF-8 (RFC 6266 §4.3, RFC 8187). */
function attachmentNamed(fileName: string): string {
  // Replaces folder separators and the characters that no file system or header accepts.
  const name = [...fileName.toWellFormed().replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')]
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name.join(''))?.[0] ?? ''
  const kept =
    name.length <= fileNameMaxLength
      ? name.join('')
      : name.slice(0, fileNameMaxLength - extension.length).join('') + extension
  const ascii = kept.replace(/[^ -~]/gu, '_').replace(/[%]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(kept).replace(/['()*]/g, percentEncoded)}`
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
