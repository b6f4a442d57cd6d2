/**
 * Builds the schemas of single settings. Each parses the text of a variable. A message completes a sentence that begins
 * with the variable's name, and never repeats the value.
 */
import { isIP } from 'node:net'
import { email } from '@foyer/contract/fields'
import type { Assurance } from '@foyer/contract/platform-policies'
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { isLoopback } from '@foyer/contract/targets/trusted-origin'
import * as v from 'valibot'

export const text = v.string('is missing')

/** Parses a whole number from 1 to `max`. */
export function integer(max = Number.MAX_SAFE_INTEGER) {
  const range = max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''
  return v.pipe(
    text,
    v.check(
      (given) => /^[0-9]{1,15}$/.test(given) && Number(given) >= 1 && Number(given) <= max,
      `must be a whole number from 1${range}`,
    ),
    v.transform(Number),
  )
}

export function numberBetween(min: number, max: number) {
  const message = `must be a number from ${min} to ${max}`
  return v.pipe(text, v.transform(Number), v.minValue(min, message), v.maxValue(max, message))
}

/** Accepts one of `values`; `fallback` is the default. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  fallback: Values[number] = values[0],
) {
  return v.optional(v.picklist(values, `must be one of ${values.join(', ')}`), fallback)
}

export const httpUrl = v.pipe(text, v.check(isHttpUrl, 'must be an http or https address'))

/**
 * Parses an https URL without a user. Plain http is accepted for this machine, and for every host with `allowsHttp`.
 */
export function secureUrl(allowsHttp: boolean) {
  return v.pipe(
    text,
    v.check((given) => {
      const url = URL.parse(given)
      const isHttp = url?.protocol === 'http:' && (allowsHttp || isLoopback(url.hostname))
      return (url?.protocol === 'https:' || isHttp) && !url?.username
    }, 'must be an https address'),
  )
}

/** Splits a list at commas and line breaks. */
export const list = v.pipe(
  text,
  v.transform((given) => given.split(/[,\n]/).map((item) => item.trim())),
  v.transform((items) => items.filter(Boolean)),
)

/** Parses country codes (ISO 3166-1 alpha-2). */
export const countries = v.pipe(
  list,
  v.check(
    (items) => items.every((item) => /^[A-Z]{2}$/.test(item)),
    'must be country codes of two capital letters, separated by commas',
  ),
)

/** Parses the number of factors of each platform, like `student:2,professor:2`. */
export const platformAssurance = v.pipe(
  list,
  v.transform((items) => items.map((item) => item.split(':'))),
  v.check(
    (items) =>
      items.every(
        ([platform, level, ...rest]) => isPlatform(platform) && /^[12]$/.test(level ?? '') && !rest.length,
      ),
    'must be platforms with 1 or 2, like student:2, separated by commas',
  ),
  v.transform(
    (items): Partial<Record<Platform, Assurance>> =>
      Object.fromEntries(items.map(([platform, level]) => [platform, Number(level)])),
  ),
)

/** Parses addresses and networks in the syntax of proxy-addr; refuses the whole Internet. */
export const networks = v.pipe(
  list,
  v.check((items) => items.every(isNetwork), 'must be addresses or networks, comma-separated'),
)

/** Parses `Foyer <no-reply@accounts.example>`, or only an address; the name is then empty. */
export const mailSender = v.pipe(
  text,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const [, before = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(dataset.value.trim()) ?? []
    const name = /^"?([^"\p{C}]*)"?$/u.exec(before.trim())?.[1]
    const address = bracketed ?? dataset.value.trim()
    // The contract's rule trims, but mail is sent from the address as written.
    const isAddress = address === address.trim() && !/\p{C}/u.test(address) && v.is(email, address)
    if (name !== undefined && isAddress) return { name: name.trim(), address }
    addIssue({ message: 'must be an address, or Name <address>' })
    return NEVER
  }),
)

/** Decodes the key of a Standard Webhooks secret: `whsec_` and base64. */
export const webhookKey = v.pipe(
  text,
  v.transform((given) => Buffer.from(/^whsec_([A-Za-z0-9+/]+=*)$/.exec(given)?.[1] ?? '', 'base64')),
  v.check((key) => key.length >= 24 && key.length <= 64, 'must be whsec_ and 24 to 64 bytes in base64'),
)

/** Parses a server without a scheme: `scanner.internal:3310`, `[::1]:3310`. */
export const hostAndPort = v.pipe(
  text,
  v.transform((given) => {
    const [, bracketed, name = bracketed, port] =
      /^(?:\[([0-9A-Fa-f:.]+)\]|([\w.-]{1,253})):([0-9]{1,5})$/.exec(given) ?? []
    return { host: name ?? '', port: Number(port) }
  }),
  v.check(
    ({ host, port }) => host !== '' && port > 0 && port < 65_536,
    'must be host:port, like 127.0.0.1:3310',
  ),
)

export function matching(pattern: RegExp, message: string) {
  return v.pipe(text, v.regex(pattern, message))
}

/** Removes trailing slashes, so that paths can be appended. */
export function withoutEndSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

export function isHttpUrl(given: string): boolean {
  return /^https?:$/.test(URL.parse(given)?.protocol ?? '')
}

function isNetwork(item: string): boolean {
  const [address = '', bits = '32', ...more] = item.split('/')
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  const isRange =
    /^[0-9]{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= longest && more.length === 0
  return isRange || ['loopback', 'linklocal', 'uniquelocal'].includes(item)
}
