/** Checks the URIs of a client to which a browser is redirected, and compares them with those of requests. */
import { originFault } from '../../kernel/config/registry-client.ts'

type UriRules = { isNative: boolean; isProduction: boolean; isPreview: boolean }

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?(?=\/|$)/

/** Returns why no client can register this URI; null if it can. */
export function uriFault(value: string, { isNative, isProduction, isPreview }: UriRules): string | null {
  const url = URL.parse(value)
  if (!url || /[\p{C}\s\\]/u.test(value)) return 'is not absolute'
  if (value.includes('*')) return 'has a wildcard: name each URI'
  if (value.includes('#')) return 'has a fragment, which no server receives'
  if (url.username || url.password) return 'contains a user name or password'
  if (isNative && loopback.test(value)) return null
  if (url.protocol === 'https:' || url.protocol === 'http:')
    // A preview lives on a host where anybody may publish; its exact name and its expiry bound the risk.
    return originFault(url.origin, isProduction && !(isPreview && url.protocol === 'https:'))
  if (!isNative) return 'is not https'
  // RFC 8252 §7.1: the reverse of a domain name, so that no two apps choose the same scheme.
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol)
    ? null
    : 'has a scheme that is not the reverse of a domain name, such as com.example.app'
}

/** Compares character by character, except for the port of a loopback URI of a native client (RFC 8252 §7.3). */
export function isRegisteredUri(value: string, registered: readonly string[], isNative: boolean): boolean {
  if (registered.includes(value)) return true
  if (!isNative || !loopback.test(value)) return false
  const withoutPort = (uri: string) => uri.replace(loopback, 'http://$1')
  return registered.some((uri) => loopback.test(uri) && withoutPort(uri) === withoutPort(value))
}
