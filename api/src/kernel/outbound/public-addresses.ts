/**
 * Decides which addresses production may call: the public Internet, and the networks that the operator allows. Checks the
 * address in a URL, and the addresses that a host name resolves to.
 */
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Returns whether the service may call this address. */
export type AddressRule = (address: string) => boolean

/**
 * Returns false for loopback, link-local, private and other special networks (IANA special-purpose address registries;
 * RFC 6890). An address like ::ffff:10.0.0.1 is checked as the embedded IPv4 address.
 */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/** Creates the rule. `allowed` lists addresses and networks in the syntax of proxy-addr. */
export function publicOr(allowed: readonly string[]): AddressRule {
  const isAllowed = proxyAddr.compile([...allowed])
  return (address) => isAllowed(address, 0) || isPublic(address)
}

/** Returns the IP address in a URL; null if the URL has a host name. */
export function literalAddress(url: string): string | null {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return isIP(host) ? host : null
}

/**
 * Resolves names like `dns.lookup`. Fails if any address of a name is refused, because the connection may try each of
 * them.
 */
export function guardedLookup(mayCall: AddressRule): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error(`No address of ${hostname}`), '')
      if (addresses.some(({ address }) => !mayCall(address))) return callback(new PrivateAddressError(), '')
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
}

/** Thrown for a host name that resolves to an address which the rule refuses. */
export class PrivateAddressError extends Error {
  readonly code = 'private-network'
}
