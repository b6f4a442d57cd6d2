import { parseUrl } from './parse-url.ts'
import { productOf } from './platforms.ts'

/** Describes a platform and the Foyer that it uses. */
export type FoyerOptions = {
  /** Foyer's URL for browsers: 'https://accounts.example.com'. Also the `iss` of its tokens. */
  accountsUrl: string
  /** The platform's name at Foyer: 'student', 'school', … */
  platform: string
  /** The product of the platform, which is the `aud` of its tokens: 'learning', 'school', … */
  product: string
  /** The id of the client that is registered at Foyer for this platform. */
  clientId: string
  /** The client's secret. Keep it on the server; Foyer stores only its SHA-256. */
  clientSecret: string
  /**
   * The absolute URL of the platform's callback, on an origin registered at Foyer. For an external site, its only URL.
   */
  callbackUrl: string
  /**
   * The name of the external site; set only by the server of a site that is registered under `external`. `platform` is
   * then the platform of the site's users, and `product`, the `aud` of its tokens, repeats the name.
   */
  external?: 'zoom'
  /** The time limit of one call to Foyer in milliseconds. Default: 10,000. */
  timeoutMs?: number
  /** Replaces the global `fetch`, for a proxy or a test. */
  fetch?: typeof globalThis.fetch
}

export const defaultTimeoutMs = 10_000

/**
 * Returns `accountsUrl` without trailing slashes, which is Foyer's issuer name.
 * @throws TypeError for a URL that is neither https nor http on this machine, because calls to it contain codes and
 * secrets (RFC 6749 §3.1).
 */
export function issuerOf(options: Pick<FoyerOptions, 'accountsUrl'>): string {
  const { origin, pathname } = plainUrl(options.accountsUrl, 'accountsUrl')
  let end = pathname.length
  while (pathname[end - 1] === '/') end -= 1
  return origin + pathname.slice(0, end)
}

/**
 * Checks the platform and its product when a server starts, so that a typing error is found before the first sign-in.
 * @throws TypeError that names the value and the allowed values.
 */
export function requirePlatform({
  platform,
  product,
  external,
}: Pick<FoyerOptions, 'platform' | 'product' | 'external'>): void {
  if (!Object.hasOwn(productOf, platform))
    throw new TypeError(
      `platform must be one of ${Object.keys(productOf).join(', ')}; it is ${shown(platform)}`,
    )
  const expected = external ?? productOf[platform]
  if (product !== expected)
    throw new TypeError(
      `product must be '${expected}' for the platform '${platform}'; it is ${shown(product)}`,
    )
}

/**
 * Checks that the id and the secret of the client are set. Error messages never contain the secret.
 * @throws TypeError
 */
export function requireClient({
  clientId,
  clientSecret,
}: Pick<FoyerOptions, 'clientId' | 'clientSecret'>): void {
  if (typeof clientId !== 'string' || clientId === '')
    throw new TypeError(`clientId must be the registered id of the client; it is ${shown(clientId)}`)
  if (typeof clientSecret !== 'string' || clientSecret.trim() === '')
    throw new TypeError(
      `clientSecret must be the secret of the client '${clientId}'; it is ${clientSecret === undefined ? 'missing' : 'empty or no text'}`,
    )
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value)
}

/**
 * Returns the callback as a URL.
 * @throws TypeError like `issuerOf`.
 */
export function callbackOf(options: Pick<FoyerOptions, 'callbackUrl'>): URL {
  return plainUrl(options.callbackUrl, 'callbackUrl')
}

/**
 * Returns a site's origin.
 * @throws TypeError like `issuerOf`, and for a URL with a path or query.
 */
export function originOf(value: string): string {
  const { origin, pathname, search } = plainUrl(value, 'origin')
  if (pathname !== '/' || search)
    throw new TypeError("origin must be an origin alone: 'https://learn.example.com'")
  return origin
}

/**
 * Returns the redirect URL of one sign-in: the callback with its state. The sign-in and the exchange both send it, and
 * Foyer compares the two (RFC 6749 §4.1.3).
 * @throws TypeError like `issuerOf`.
 */
export function redirectUrlOf(
  options: Pick<FoyerOptions, 'callbackUrl' | 'external' | 'platform'>,
  state: string,
): string {
  const callback = callbackOf(options)
  // Foyer adds the platform to the URL of an external site.
  if (options.external) callback.searchParams.set('platform', options.platform)
  callback.searchParams.set('state', state)
  return callback.href
}

function plainUrl(value: string, name: string): URL {
  const url = parseUrl(value)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.username || url.password || url.hash) {
    throw new TypeError(`${name} must be a plain https URL (http on this machine only)`)
  }
  return url
}

function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
}
