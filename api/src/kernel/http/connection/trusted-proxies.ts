/** Recognises the proxies whose headers count (TRUSTED_PROXIES). */
import proxyAddr from '@fastify/proxy-addr'
import { withoutPort } from '../../limits/network-rules.ts'

export type IsTrusted = (address: string | undefined) => boolean

/** A proxy may write the addresses of the proxies in front of it with their ports. */
export function trustProxies(proxies: readonly string[]): IsTrusted {
  if (proxies.length === 0) return () => false
  const isTrusted = proxyAddr.compile([...proxies])
  return (address) => address !== undefined && isTrusted(withoutPort(address), 0)
}
