/** Decides which addresses production may call: the public Internet, and the networks that the operator allows. */
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/**
 * Loopback, link-local, private and other special networks, and the IPv6 networks that embed IPv4 addresses (IANA
 * special-purpose address registries; RFC 6890). An address like ::ffff:10.0.0.1 is checked as the embedded IPv4
 * address.
 */
const isSpecial = proxyAddr.compile([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ...[
    '::/128',
    '::1/128',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '2002::/16',
    'fc00::/7',
    'fe80::/10',
    'ff00::/8',
  ],
])

/** Returns whether the service may call this address. */
export type AddressRule = (address: string) => boolean

/** Creates the rule. `allowed` lists addresses and networks in the syntax of proxy-addr. */
export function publicOr(allowed: readonly string[]): AddressRule {
  const isAllowed = proxyAddr.compile([...allowed])
  return (address) => isAllowed(address, 0) || !isSpecial(address, 0)
}

/** Returns the IP address in a URL; null if the URL has a host name. */
export function literalAddress(url: string): string | null {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return isIP(host) ? host : null
}
