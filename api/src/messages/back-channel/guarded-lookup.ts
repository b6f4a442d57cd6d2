/** Refuses host names that resolve to an address that must not be called. */
import { lookup as resolve } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { AddressRule } from '../../kernel/config/private-networks.ts'

/**
 * Resolves names like `dns.lookup`. Fails if any address of a name is refused, because the connection may try each of
 * them.
 */
export function guardedLookup(mayCall: AddressRule): LookupFunction {
  return (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error(`No address of ${hostname}`), '')
      if (addresses.some(({ address }) => !mayCall(address))) return callback(new PrivateAddressError(), '')
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
}

/** Thrown for an address in a network that the operator does not allow. */
class PrivateAddressError extends Error {
  readonly code = 'private-network'
}
