/**
 * Reads and writes the cookie of a browser session, on this host only. Its value is 32 random bytes: the first half names
 * the browser session, the second half changes at each proof. The service stores hashes of both.
 */
import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BrowserSessionCookie, BrowserSessionValue } from '../request-context.ts'
import { cookiesNamed } from './cookies.ts'

const halfLength = 16

/**
 * Returns the cookie of a request. `send` writes what the handler has set: call it only for a successful answer, because
 * the database knows a new value only then.
 */
export function browserSessionCookieOf(
  request: FastifyRequest,
  isHttps: boolean,
): { cookie: BrowserSessionCookie; send(reply: FastifyReply): void } {
  // `__Host-` binds the cookie to this host and https; development without https cannot use the prefix.
  const name = isHttps ? '__Host-bs' : 'bs'
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
  const sent = cookiesNamed(request.headers.cookie, name).find((value) => /^[A-Za-z0-9_-]{43}$/.test(value))
  const presented = sent === undefined ? null : Buffer.from(sent, 'base64url')
  let written: string | null = null
  const nextValue = (family: Buffer) => {
    const bytes = Buffer.concat([family, randomBytes(halfLength)])
    return {
      ...hashesOf(bytes),
      write(seconds: number | null) {
        const life = seconds === null ? '' : `; Max-Age=${seconds}`
        written = `${name}=${bytes.toString('base64url')}; ${attributes}${life}`
      },
    }
  }
  return {
    cookie: {
      presented: presented && hashesOf(presented),
      renew: () => (presented ? nextValue(presented.subarray(0, halfLength)) : null),
      make: () => nextValue(randomBytes(halfLength)),
      clear() {
        written = `${name}=; ${attributes}; Max-Age=0`
      },
    },
    send(reply) {
      if (written !== null) void reply.header('set-cookie', written)
    },
  }
}

function hashesOf(bytes: Buffer): BrowserSessionValue {
  return { family: sha256(bytes.subarray(0, halfLength)), hash: sha256(bytes) }
}

function sha256(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer')
}
