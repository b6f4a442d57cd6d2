/** Recognises the trusted proxies (TRUSTED_PROXIES), whose forwarding headers are read. */
import proxyAddr from '@fastify/proxy-addr'
import { withoutPort } from '../../limits/network-rules.ts'

export type IsTrusted = (address: string | undefined) => boolean

/** Returns a check of addresses. It ignores ports, which a proxy may add to the addresses of the proxies before it. */
export function trustProxies(proxies: readonly string[]): IsTrusted {
  if (proxies.length === 0) return () => false
  const isTrusted = proxyAddr.compile([...proxies])
  return (address) => address !== undefined && isTrusted(withoutPort(address), 0)
}
