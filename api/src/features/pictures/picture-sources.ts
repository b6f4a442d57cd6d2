/** Defines the hosts from which the pictures of each provider may be fetched. */
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { Config } from '../../kernel/config/config.ts'

/** Host names; each includes all names below it. */
type Hosts = readonly string[]

type PictureSource = {
  hosts: Hosts
  /** The origin of a stand-in on this machine, which may use a private address and http; null without a stand-in. */
  standIn: string | null
}

const hostsOf: Record<SocialProvider, Hosts> = {
  google: ['googleusercontent.com'],
  // The Graph API returns URLs on fbsbx.com, which redirects to the content network.
  facebook: ['fbcdn.net', 'fbsbx.com', 'graph.facebook.com'],
  // Apple supplies no pictures.
  apple: [],
}

export type SourceOf = (provider: SocialProvider) => PictureSource

/** A provider with an http URL is a stand-in on this machine, which serves its pictures from the same origin. */
export function pictureSources({ social }: Pick<Config, 'social'>): SourceOf {
  const addresses: Record<SocialProvider, string | undefined> = {
    google: social.google?.issuer,
    facebook: social.facebook?.graphUrl,
    apple: social.apple?.issuer,
  }
  return (provider) => {
    const { protocol, origin } = URL.parse(addresses[provider] ?? '') ?? {}
    return { hosts: hostsOf[provider], standIn: protocol === 'http:' ? (origin ?? null) : null }
  }
}

export function mayFetch({ hosts, standIn }: PictureSource, url: URL): boolean {
  if (url.username || url.password) return false
  if (standIn !== null && url.origin === standIn) return true
  const isHost = hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  return isHost && url.protocol === 'https:' && url.port === ''
}

/**
 * Google puts the size of a picture into the last part of its URL, and sends 96 pixels unless the URL asks for more.
 */
export function inGoodSize(url: URL, pixels: number): URL {
  const wanted = new URL(url)
  if (wanted.hostname.endsWith('.googleusercontent.com'))
    wanted.pathname = wanted.pathname.replace(/=s[0-9]{1,4}(?:-c)?$/, `=s${pixels}-c`)
  return wanted
}
