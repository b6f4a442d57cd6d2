/** Finds secrets that an attacker knows or can guess. A random secret passes. */
import development from '../../../platforms.development.json' with { type: 'json' }

/** The SHA-256 of the client secret that sdk/README.md and docs/integrating.md publish. */
const documented = ['ef019c0dc1a3fbf1838275c9e5a7463e49a5cf674bfd4c0a4147f34625ff76c9']

type Client = { secretSha256: string }
type Platforms = Record<string, { clients?: Client[] }>

const { external, sisterSites: _, ...platforms } = development
const registered = [
  ...Object.values(platforms as Platforms).flatMap(({ clients = [] }) => clients),
  ...Object.values<{ client: Client }>(external).map(({ client }) => client),
].map(({ secretSha256 }) => secretSha256)
const published = new Set([...registered, ...documented])

/** Returns true for the hash of a client secret that this repository publishes. */
export function isPublishedSecret(sha256: string): boolean {
  return published.has(sha256)
}

const minDistinctBytes = 8

/**
 * Words that only a made-up secret contains; punctuation and case are ignored. Shorter words would occur in random
 * secrets by chance.
 */
const words = [
  ...['changeme', 'changethis', 'replaceme', 'placeholder', 'yoursecret', 'secret', 'password', 'passphrase'],
  ...['example', 'default', 'development', 'production', 'insecure', 'notsecure', 'qwerty', 'letmein'],
  ...['foyertest', 'foyerdemo', 'foyerdev', 'testtest', 'dummydummy', 'deadbeef'],
]

/** Returns true for a placeholder, a word or a pattern. */
export function isGuessable(secret: Buffer): boolean {
  const letters = secret
    .toString('latin1')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  return (
    words.some((word) => letters.includes(word)) ||
    new Set(secret).size < minDistinctBytes ||
    isRepetition(secret) ||
    isSequence(secret)
  )
}

/** Returns true if the secret repeats one piece. */
function isRepetition(secret: Buffer): boolean {
  for (let length = 1; length <= secret.length / 2; length++) {
    if (secret.subarray(length).equals(secret.subarray(0, -length))) return true
  }
  return false
}

/**
 * Returns true if most bytes differ from the previous byte by at most 1, as in abcdef… and 1234567890…. In random hex
 * one byte in six does.
 */
function isSequence(secret: Buffer): boolean {
  const steps = secret.filter((byte, index) => Math.abs(byte - (secret[index - 1] ?? Number.NaN)) <= 1)
  return steps.length > secret.length / 2
}
