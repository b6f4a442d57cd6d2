/** Client secrets that stand in this repository: good while developing, known to everybody. */
import development from '../../platforms.development.json' with { type: 'json' }

/** Of the platform in sdk/README.md. */
const documented = ['ef019c0dc1a3fbf1838275c9e5a7463e49a5cf674bfd4c0a4147f34625ff76c9']

type Platforms = Record<string, { clients?: { secretSha256: string }[] }>

const registered = Object.values(development as Platforms)
  .flatMap(({ clients = [] }) => clients)
  .map(({ secretSha256 }) => secretSha256)
const published = new Set([...registered, ...documented])

export function isPublishedSecret(sha256: string): boolean {
  return published.has(sha256)
}
