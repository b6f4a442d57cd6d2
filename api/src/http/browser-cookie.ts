/** The cookie by which a browser is known again where somebody signed in before: random, of this host alone. */
import { createHash, randomBytes } from 'node:crypto'
import { knownDeviceSeconds } from '@foyer/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The browser a request came from. */
export type Browser = {
  /** SHA-256 of its cookie; null for one that has none. */
  id: Buffer | null
  /** Gives it a cookie, or the one it has for as long again; the id by which it will be known. */
  remember(): Buffer
}

/** `__Host-` binds a cookie to this host and https; where there is no https, as while developing, it cannot. */
export function browserOf(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): Browser {
  const name = isHttps ? '__Host-kd' : 'kd'
  const value = readCookie(request.headers.cookie, name)
  return {
    id: value ? idOf(value) : null,
    remember() {
      const kept = value ?? randomBytes(32).toString('base64url')
      const attributes = `Path=/; Max-Age=${knownDeviceSeconds}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
      reply.header('set-cookie', `${name}=${kept}; ${attributes}`)
      return idOf(kept)
    },
  }
}

/** Only what `remember` could have given. */
function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=', 2)
    if (key === name && /^[A-Za-z0-9_-]{43}$/.test(value)) return value
  }
  return null
}

function idOf(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}
