/** Says which addresses production may call: those of the public Internet, and networks that the operator allows. */
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/**
 * Networks of one's own machine, link or site, and those that carry IPv4 addresses inside IPv6 (IANA special-purpose
 * address registries; RFC 6890). An address like ::ffff:10.0.0.1 counts as the IPv4 address in it.
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

/** Says which addresses may be called. */
export type AddressRule = (address: string) => boolean

/** `allowed` has addresses and networks as proxy-addr reads them. */
export function publicOr(allowed: readonly string[]): AddressRule {
  const isAllowed = proxyAddr.compile([...allowed])
  return (address) => isAllowed(address, 0) || !isSpecial(address, 0)
}

/** Returns the address that a URL names itself; null where it names a host. */
export function literalAddress(url: string): string | null {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return isIP(host) ? host : null
}
