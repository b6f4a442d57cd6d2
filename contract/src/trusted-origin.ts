/**
 * Which origins may embed, receive codes or send messages: exact members of a platform's registered list, never a
 * suffix (Spec 5 made safe; RFC 9700 §2.1, §4.11).
 */
import { urlMaxLength } from './limits.ts'

/** Control characters, white space and backslashes, which URL parsers read differently. */
const unsafe = /[\p{C}\s\\]/u

/** The URL when it is absolute, plain and on one of `origins`; null otherwise. */
export function trustedUrl(value: unknown, origins: readonly string[]): URL | null {
  if (typeof value !== 'string' || value.length > urlMaxLength || unsafe.test(value)) return null
  const url = URL.parse(value)
  if (!url || url.username || url.password) return null
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return origins.includes(url.origin) ? url : null
}

/** The canonical origin when the value names one of `origins` and nothing more; null otherwise. */
export function trustedOrigin(value: unknown, origins: readonly string[]): string | null {
  const url = trustedUrl(value, origins)
  return url && url.pathname === '/' && !url.search && !url.hash ? url.origin : null
}

/** https, or http on this machine where `allowLoopback`: what a registry may hold. */
export function isRegistrableOrigin(value: string, allowLoopback: boolean): boolean {
  const url = URL.parse(value)
  if (!url || url.origin !== value || value.includes('*')) return false
  if (isLoopback(url.hostname)) return allowLoopback
  return url.protocol === 'https:'
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}
