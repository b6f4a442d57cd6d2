/** What keeps an installation from production, judged on what was read. What is missing was told by the reader. */
import { isLoopback } from '@foyer/contract/trusted-origin'
import { isGuessable } from './guessable-secret.ts'
import { isThisMachine } from './unsafe-hosts.ts'

type Installation = {
  baseUrl: string
  allowsInsecureBaseUrl: boolean
  secrets: readonly Buffer[] | null
  supportEmail: string
  links: { terms: string; privacy: string; eula: string }
  captcha: 'on' | 'off'
  captchaVendor: { verifyUrl: string | null } | null
  collector: { url: string } | null
  hashing: { memoryKib: number; passes: number }
  limitsFactor: number
  trustedProxies: readonly string[]
  hasDevTools: boolean
  webDevUrl: string | null
}

/** A line each, in the words of the variables, never with a value. */
export function findProductionFaults(installation: Installation): string[] {
  return [
    ...addressFaults(installation),
    ...secretFaults(installation.secrets ?? []),
    ...siteFaults(installation),
    ...switchFaults(installation),
    ...strengthFaults(installation),
  ]
}

function addressFaults({ baseUrl, allowsInsecureBaseUrl }: Installation): string[] {
  const url = URL.parse(baseUrl)
  if (!url) return []
  const isHere = isLoopback(url.hostname)
  const mayBeInsecure = allowsInsecureBaseUrl && isHere
  return faultsOf([
    [url.protocol !== 'https:' && !mayBeInsecure, 'PUBLIC_BASE_URL must be an https address'],
    // A look at the text too: a bare "?" or "#" leaves nothing in the parsed address.
    [
      url.pathname !== '/' || /[?#@]/.test(baseUrl),
      'PUBLIC_BASE_URL must be scheme, host and port alone: no user, path, query or fragment',
    ],
    [
      allowsInsecureBaseUrl && !isHere,
      'ALLOW_INSECURE_BASE_URL is only for a PUBLIC_BASE_URL on localhost, 127.0.0.1 or [::1]',
    ],
  ])
}

function secretFaults(secrets: readonly Buffer[]): string[] {
  return secrets.flatMap((secret, index) =>
    faultsOf([
      [
        isGuessable(secret),
        `FOYER_SECRETS: number ${index + 1} can be guessed, make one with: openssl rand -base64 48`,
      ],
      [
        secrets.findIndex((other) => other.equals(secret)) < index,
        `FOYER_SECRETS: number ${index + 1} is there twice`,
      ],
    ]),
  )
}

function siteFaults({ supportEmail, links }: Installation): string[] {
  const addresses = { TERMS_URL: links.terms, PRIVACY_URL: links.privacy, EULA_URL: links.eula }
  return [
    ...faultsOf([
      [
        supportEmail !== '' && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(supportEmail),
        'SUPPORT_EMAIL must be an email address',
      ],
      [supportEmail.endsWith('@foyer.test'), 'SUPPORT_EMAIL must be an address that somebody reads'],
    ]),
    ...Object.entries(addresses).flatMap(([name, address]) => {
      const url = URL.parse(address)
      if (!url) return []
      const isPublic = url.protocol === 'https:' && !isThisMachine(url.hostname)
      return faultsOf([[!isPublic, `${name} must be an https address that people can open`]])
    }),
  ]
}

function switchFaults({ captcha, hasDevTools, webDevUrl }: Installation): string[] {
  return faultsOf([
    [captcha === 'off', 'CAPTCHA must be on in production'],
    [hasDevTools, 'DEV_TOOLS must be off in production: they add demo people and show every message'],
    [webDevUrl !== null, 'WEB_DEV_URL is for development: its pages have no policy'],
  ])
}

/** What benches and tests turn down, they turn down on this machine alone. */
function strengthFaults(installation: Installation): string[] {
  const { allowsInsecureBaseUrl, hashing, limitsFactor, trustedProxies } = installation
  const outside = {
    ANALYTICS_URL: installation.collector?.url,
    CAPTCHA_VERIFY_URL: installation.captchaVendor?.verifyUrl ?? undefined,
  }
  return [
    ...(allowsInsecureBaseUrl
      ? []
      : faultsOf([
          [
            hashing.memoryKib < leastHashing.memoryKib,
            'ARGON2_MEMORY_KIB must be at least 19456 in production',
          ],
          [hashing.passes < leastHashing.passes, 'ARGON2_PASSES must be at least 2 in production'],
          [limitsFactor > mostLimitsFactor, 'LIMITS_FACTOR must be at most 20 in production'],
        ])),
    ...faultsOf([
      [trustedProxies.some(isHalfTheWorld), 'TRUSTED_PROXIES must be networks of one’s own, /8 or smaller'],
    ]),
    ...Object.entries(outside).flatMap(([name, address]) => {
      const url = address === undefined ? null : URL.parse(address)
      const isSafe = !url || url.protocol === 'https:' || isThisMachine(url.hostname)
      return faultsOf([[!isSafe, `${name} must be an https address in production`]])
    }),
  ]
}

/** OWASP's minimum for argon2id with one lane. */
const leastHashing = { memoryKib: 19_456, passes: 2 }
const mostLimitsFactor = 20

function isHalfTheWorld(network: string): boolean {
  const bits = /\/(\d+)$/.exec(network)?.[1]
  // The whole of it is no network at all, and was told so.
  return bits !== undefined && Number(bits) > 0 && Number(bits) < 8
}

function faultsOf(judged: readonly [isFault: boolean, line: string][]): string[] {
  return judged.filter(([isFault]) => isFault).map(([, line]) => line)
}
