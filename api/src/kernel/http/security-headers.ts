/** Builds the security headers of every answer, by page type. */
import type { PageType } from '@foyer/contract/page-row'

type Headers = Record<string, string>

/**
 * Returns the headers of every answer. Pages replace the policy and caching with their own (pageHeaders); other
 * cacheable answers replace the caching. HSTS is sent only if browsers reach the service over https.
 */
export function defaultHeaders(isHttps: boolean): Headers {
  return {
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), otp-credentials=(self)',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  }
}

type PagePolicy = {
  type: PageType
  scriptHashes: readonly string[]
  styleHashes: readonly string[]
  /** Origins that may frame this page; only logout and the embedded pages have any. */
  frameOrigins: readonly string[]
  /** The origin of profile pictures; null if Foyer's own origin serves them. */
  mediaOrigin: string | null
  /** The origin that the page sends ID tokens to; null for a page that sends none, and where none is configured. */
  tokenSyncOrigin: string | null
  /** The origins of a captcha vendor; only pages with forms use them. */
  captchaSources: CaptchaSources | null
}

/** The origins that the widget of a captcha vendor loads from. */
export type CaptchaSources = {
  script: readonly string[]
  frame: readonly string[]
  style?: readonly string[]
  connect?: readonly string[]
}

export function pageHeaders(policy: PagePolicy): Headers {
  const framers = isFrameable[policy.type] ? policy.frameOrigins : []
  return {
    'content-security-policy': contentSecurityPolicy(policy, framers),
    'cross-origin-opener-policy': openerPolicy[policy.type],
    'cache-control': policy.type === 'link' ? 'no-store' : 'no-cache',
    ...(framers.length > 0
      ? { 'cross-origin-resource-policy': 'cross-origin' }
      : { 'x-frame-options': 'DENY' }),
    ...(policy.type === 'link' && { 'x-robots-tag': 'noindex' }),
  }
}

const hasForms: Record<PageType, boolean> = {
  plain: true,
  link: false,
  popup: true,
  logout: false,
  'iframe-sso': false,
  'auto-login': false,
  frame: true,
}

const isFrameable: Record<PageType, boolean> = {
  plain: false,
  link: false,
  popup: false,
  logout: true,
  'iframe-sso': true,
  'auto-login': true,
  frame: true,
}

/** A popup loses its opener if any answer on its way sets an isolating policy, including redirects and forgot-password. */
const openerPolicy: Record<PageType, string> = {
  plain: 'same-origin-allow-popups',
  link: 'same-origin',
  popup: 'unsafe-none',
  logout: 'unsafe-none',
  'iframe-sso': 'unsafe-none',
  'auto-login': 'unsafe-none',
  frame: 'unsafe-none',
}

function contentSecurityPolicy(
  { type, scriptHashes, styleHashes, mediaOrigin, tokenSyncOrigin, captchaSources }: PagePolicy,
  framers: readonly string[],
): string {
  const captcha = hasForms[type] ? captchaSources : null
  const sync = tokenSyncOrigin === null ? [] : [tokenSyncOrigin]
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes, ...(captcha?.script ?? [])].join(' ')}`,
    `style-src ${["'self'", ...styleHashes, ...(captcha?.style ?? [])].join(' ')}`,
    `img-src 'self' data:${mediaOrigin ? ` ${mediaOrigin}` : ''}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...sync, ...(captcha?.connect ?? [])].join(' ')}`,
    ...(captcha ? [`frame-src ${captcha.frame.join(' ')}`] : []),
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${framers.length > 0 ? framers.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    // The vendor's script defines its own Trusted Types policies.
    captcha ? 'trusted-types *' : 'trusted-types app',
  ].join('; ')
}
