/**
 * Builds limits by network. An IPv4 address has its own counters. An IPv6 address counts as its /64, and also in the
 * wider networks that contain it, whose limits are larger. A customer with many /64s therefore gets only a few times
 * the attempts.
 */
import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Network, RequestContext } from '../request-context.ts'
import type { Rule } from './rate-limit.ts'
import { type ChallengeWindow, ipv6Networks } from './request-limits.ts'

/**
 * Returns the rules that count a request under `name` for each of its networks: `name:address:…` for the address,
 * `name:network:…` for wider networks. One `countAttempts` counts them all.
 */
export function networkRules(
  { networks }: Pick<RequestContext, 'networks'>,
  name: string,
  windows: readonly ChallengeWindow[],
): Rule[] {
  return networks.flatMap(({ mac, multiple }) => {
    const scope = multiple === 1 ? 'address' : 'network'
    return windows.map((window) => ({
      ...window,
      key: ruleKey(`${name}:${scope}`, mac, window.windowSeconds),
      max: window.max * multiple,
      ...(window.freeCount !== undefined && { freeCount: window.freeCount * multiple }),
    }))
  })
}

export function ruleKey(name: string, mac: Buffer, windowSeconds: number): string {
  return `${name}:${windowSeconds}:${mac.toString('base64url')}`
}

/** Returns the networks of an address, narrowest first. All texts that are not addresses share one network. */
export function networksOf(
  ip: string,
  mac: (purpose: string, value: string) => Buffer,
): readonly [Network, ...Network[]] {
  const [narrowest, ...wider] = prefixesOf(ip)
  const networkOf = ({ prefix, multiple }: Prefix): Network => ({ mac: mac('address', prefix), multiple })
  return [networkOf(narrowest), ...wider.map(networkOf)]
}

/** A network as text, and the factor by which its limit is larger. */
type Prefix = { prefix: string; multiple: number }

/** Returns the networks of an address as text. Ignores the port that an X-Forwarded-For entry may have. */
export function prefixesOf(entry: string): [Prefix, ...Prefix[]] {
  const ip = withoutPort(entry)
  // Node accepts only one spelling of an IPv4 address: four decimal numbers without leading zeros.
  if (isIPv4(ip)) return [{ prefix: ip, multiple: 1 }]
  if (!isIP(ip)) return [{ prefix: 'nowhere', multiple: 1 }]
  const address = ipaddr.parse(ip)
  if (!(address instanceof ipaddr.IPv6)) return [{ prefix: address.toString(), multiple: 1 }]
  const ipv4 = ipv4Of(address)
  if (ipv4) return [{ prefix: ipv4, multiple: 1 }]
  const [narrowest, ...wider] = ipv6Networks
  const prefixAt = ({ prefixLength, multiple }: (typeof ipv6Networks)[number]): Prefix => {
    return { prefix: prefixOf(address.parts, prefixLength), multiple }
  }
  return [prefixAt(narrowest), ...wider.map(prefixAt)]
}

/** Removes the port and brackets that proxies write: `192.0.2.1:80`, `[2001:db8::1]:80`, `[2001:db8::1]`. */
export function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(entry) ?? []
  return ipv6 ?? ipv4 ?? entry
}

/**
 * Returns the IPv4 address that an IPv6 address embeds, because its owner has one IPv4 address, and with 6to4 a whole
 * /48. Handles mapped (RFC 4291 §2.5.5.2), 6to4 (RFC 3056), Teredo, which inverts the client's bits (RFC 4380), and
 * translated addresses (RFC 6052).
 */
function ipv4Of(address: ipaddr.IPv6): string | null {
  const { parts } = address
  const at = (index: number, mask = 0) => {
    const [high, low] = [(parts[index] ?? 0) ^ mask, (parts[index + 1] ?? 0) ^ mask]
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6052':
      return at(6)
    case '6to4':
      return at(1)
    case 'teredo':
      return at(6, 0xffff)
    default:
      return null
  }
}

/** Returns the leading bits as hexadecimal groups. A /64 has no length suffix, because older rows have none. */
function prefixOf(groups: readonly number[], length: number): string {
  const kept = groups.slice(0, 4).map((group, index) => {
    const ignoredBits = Math.min(16, Math.max(0, 16 * (index + 1) - length))
    return ((group >> ignoredBits) << ignoredBits).toString(16)
  })
  return length === 64 ? kept.join(':') : `${kept.join(':')}/${length}`
}
