/**
 * Builds limits by network: an IPv4 address counts alone; an IPv6 address counts as its /64, and in the wider networks
 * around it at a multiple of the limit, so that a customer with many /64s has only a few times the attempts.
 */
import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Network, RequestContext } from '../request-context.ts'
import type { Rule } from './rate-limit.ts'
import { type ChallengeWindow, ipv6Networks } from './request-limits.ts'

/**
 * Returns the rules that count a request under `name` for each of its networks: `name:address:…` for the address,
 * `name:network:…` for wider ones. One `countAttempts` takes them all.
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

/** Returns the networks of an address, the narrowest first. Text that is no address shares one network. */
export function networksOf(
  ip: string,
  mac: (purpose: string, value: string) => Buffer,
): readonly [Network, ...Network[]] {
  const [narrowest, ...wider] = prefixesOf(ip)
  const networkOf = ({ prefix, multiple }: Prefix): Network => ({ mac: mac('address', prefix), multiple })
  return [networkOf(narrowest), ...wider.map(networkOf)]
}

type Prefix = { prefix: string; multiple: number }

function prefixesOf(ip: string): [Prefix, ...Prefix[]] {
  // Node accepts one way to write an IPv4 address: four decimal numbers without leading zeros.
  if (isIPv4(ip)) return [{ prefix: ip, multiple: 1 }]
  if (!isIP(ip)) return [{ prefix: 'nowhere', multiple: 1 }]
  // `process` reads an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) as the IPv4 address that it is.
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return [{ prefix: address.toString(), multiple: 1 }]
  const [narrowest, ...wider] = ipv6Networks
  const prefixAt = ({ prefixLength, multiple }: (typeof ipv6Networks)[number]): Prefix => {
    return { prefix: prefixOf(address.parts, prefixLength), multiple }
  }
  return [prefixAt(narrowest), ...wider.map(prefixAt)]
}

/** Returns the leading bits as hexadecimal groups. A /64 has no length suffix, because older rows have none. */
function prefixOf(groups: readonly number[], length: number): string {
  const kept = groups.slice(0, 4).map((group, index) => {
    const ignoredBits = Math.min(16, Math.max(0, 16 * (index + 1) - length))
    return ((group >> ignoredBits) << ignoredBits).toString(16)
  })
  return length === 64 ? kept.join(':') : `${kept.join(':')}/${length}`
}
