/** Refuses names that lead to an address which must not be called. */
import { lookup as resolve } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { AddressRule } from '../../kernel/config/private-networks.ts'

/** Resolves names as `dns.lookup` does, and fails where any address of a name is refused: the next one could be used. */
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

/** The address is in a network that the operator does not allow. */
class PrivateAddressError extends Error {
  readonly code = 'private-network'
}
