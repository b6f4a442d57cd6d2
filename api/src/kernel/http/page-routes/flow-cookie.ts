/**
 * Reads and writes the cookie that binds a sign-in through another provider to the browser that began it. The cookie
 * holds a random value for this host only. The browser sends it with the redirect back from the provider
 * (SameSite=Lax), never with another site's POST.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { flowBrowserSeconds } from '../../request-context.ts'
import { cookiesNamed } from '../cookies.ts'

/** Returns the id of the browser, a hash of its cookie; null without the cookie. */
export function flowBrowserOf(request: FastifyRequest, isHttps: boolean): string | null {
  const value = valueIn(request, isHttps)
  return value === undefined ? null : idOf(value)
}

/**
 * Writes the cookie and returns the id of the browser. An existing cookie keeps its value, so that several tabs can
 * sign in.
 */
export function writeFlowCookie(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): string {
  const value = valueIn(request, isHttps) ?? randomBytes(32).toString('base64url')
  const attributes = `Path=/; Max-Age=${flowBrowserSeconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  reply.header('set-cookie', `${nameOf(isHttps)}=${value}; ${attributes}`)
  return idOf(value)
}

function valueIn({ headers }: FastifyRequest, isHttps: boolean): string | undefined {
  return cookiesNamed(headers.cookie, nameOf(isHttps)).find((value) => /^[A-Za-z0-9_-]{43}$/.test(value))
}

/** `__Host-` binds the cookie to this host and https; development without https cannot use the prefix. */
function nameOf(isHttps: boolean): string {
  return isHttps ? '__Host-social' : 'social'
}

function idOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url')
}
