/**
 * Reads and writes the cookie of a known browser, on this host only. The cookie holds one random value for each user
 * who has signed in with the browser. The values are independent: a copied value works for one user only.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sharedBrowserHeader } from '@foyer/contract/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browser } from '../request-context.ts'
import { knownBrowserSeconds, knownUsersPerBrowser } from '../request-context.ts'
import { cookiesNamed } from './cookies.ts'

type Mac = (purpose: string, value: string) => Buffer

/** `__Host-` binds the cookie to this host and https; development without https cannot use the prefix. */
export function browserOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { isHttps, mac, session }: { isHttps: boolean; mac: Mac } & Pick<Browser, 'session'>,
): Browser {
  const name = isHttps ? '__Host-kd' : 'kd'
  const values = readCookie(request.headers.cookie, name)
  const ids = values.map(idOf)
  const valueWith = (id: Buffer) => values[ids.findIndex((known) => known.equals(id))]
  const isShared = request.headers[sharedName] === 'true'
  return {
    isShared,
    session,
    ids,
    write({ own, others }) {
      if (isShared) return own ?? idOf(newValue(mac))
      const known = own && valueWith(own)
      const value = known && isIssued(known, mac) ? known : newValue(mac)
      const kept = others.flatMap((id) => valueWith(id) ?? [])
      const written = [...new Set([value, ...kept])].slice(0, knownUsersPerBrowser).join(separator)
      const attributes = `Path=/; Max-Age=${knownBrowserSeconds}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
      reply.header('set-cookie', `${name}=${written}; ${attributes}`)
      return idOf(value)
    },
  }
}

const sharedName = sharedBrowserHeader.toLowerCase()

const separator = '.'

/** Ignores cookies whose values `write` cannot have written. */
function readCookie(header: string | undefined, name: string): string[] {
  for (const written of cookiesNamed(header, name)) {
    const values = written.split(separator)
    const isOurs = values.every((value) => /^[A-Za-z0-9_-]{43}$/.test(value))
    if (isOurs && values.length <= knownUsersPerBrowser) return values
  }
  return []
}

const randomLength = 16

/** Makes 16 random bytes and a MAC of them. The result is as long as the 32 random bytes of older versions. */
function newValue(mac: Mac): string {
  const random = randomBytes(randomLength)
  return Buffer.concat([random, proofOf(random, mac)]).toString('base64url')
}

/** Returns whether this version issued the value. Older versions stored any value that a browser sent. */
function isIssued(value: string, mac: Mac): boolean {
  const bytes = Buffer.from(value, 'base64url')
  return timingSafeEqual(bytes.subarray(randomLength), proofOf(bytes.subarray(0, randomLength), mac))
}

function proofOf(random: Buffer, mac: Mac): Buffer {
  return mac('known browser', random.toString('hex')).subarray(0, 16)
}

function idOf(value: string): Buffer {
  return hash('sha256', value, 'buffer')
}
