/**
 * Decides which origins may embed pages, receive codes and send messages: exact members of a platform's registered
 * list, never a suffix (stricter than product 5; RFC 9700 §2.1, §4.11).
 */
import { urlMaxLength } from '../shared-values.ts'

/** Control characters, white space and backslashes, which URL parsers read differently. */
const unsafe = /[\p{C}\s\\]/u

/** Returns the URL if it is absolute, has no credentials and is on one of `origins`; otherwise null. */
export function trustedUrl(value: unknown, origins: readonly string[]): URL | null {
  if (typeof value !== 'string' || value.length > urlMaxLength || unsafe.test(value)) return null
  const url = URL.parse(value)
  if (!url || url.username || url.password) return null
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return origins.includes(url.origin) ? url : null
}

/** Returns the canonical origin if the value is exactly one of `origins`; otherwise null. */
export function trustedOrigin(value: unknown, origins: readonly string[]): string | null {
  const url = trustedUrl(value, origins)
  return url && url.pathname === '/' && !url.search && !url.hash ? url.origin : null
}

/** Returns whether a registry may contain this origin: https, or a loopback host if `allowLoopback`. */
export function isRegistrableOrigin(value: string, allowLoopback: boolean): boolean {
  const url = URL.parse(value)
  if (!url || url.origin !== value || value.includes('*')) return false
  if (isLoopback(url.hostname)) return allowLoopback
  return url.protocol === 'https:'
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}
