/** Parses URL-encoded bodies, which only page-like routes accept. */
import { TextDecoder } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '../../failure.ts'

const formMaxBytes = 16_384

/** Refuses invalid UTF-8 and duplicate fields, which two parsers could read differently. */
export function readForms(scope: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  scope.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: formMaxBytes },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (request.headers['content-encoding'] !== undefined) throw new Failure('unsupported-media')
      const fields = [...new URLSearchParams(decoded(utf8, bytes))]
      const form = Object.fromEntries(fields)
      if (Object.keys(form).length !== fields.length) throw new Failure('unreadable-request')
      return form
    },
  )
}

function decoded(utf8: TextDecoder, bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Failure('unreadable-request')
  }
}
