/** Recognises repeated requests by their idempotency key. */
import { createHash } from 'node:crypto'
import type { Route } from '@foyer/contract/routes/route'
import type { FastifyRequest } from 'fastify'
import { type Repeatable, readIdempotencyKey } from '../limits/idempotency.ts'
import type { UploadedFile } from '../uploads/check-upload.ts'

type Sent = {
  parts: { body?: unknown; file?: UploadedFile | undefined }
  /** The id of the user or client that sent the request; empty without one. */
  owner: string
  mac(purpose: string, value: string): Buffer
}

/**
 * Identifies equal requests: same caller, same route, and same content except the captcha solution, which differs each
 * time. Parsed fields have the order of their schema, so equal contents have equal JSON.
 */
export function repeatableOf(
  { method, path, isIdempotent }: Route,
  { headers }: FastifyRequest,
  { parts: { file, ...parts }, owner, mac }: Sent,
): Repeatable | null {
  const key = isIdempotent ? readIdempotencyKey(headers['idempotency-key']) : null
  if (key === null) return null
  const content = {
    ...parts,
    body: { ...(parts.body as object | undefined), captcha: undefined },
    ...(file && { file: createHash('sha256').update(file.bytes).digest('base64url') }),
  }
  return {
    key: mac('idempotency key', `${owner} ${key}`),
    bodyMac: mac('idempotent request', JSON.stringify([method, path, content])),
  }
}
