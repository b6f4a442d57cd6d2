/** Makes the short keyed hashes that stand for users, sessions and networks in log lines and traces. */
import type { Keyring } from './keyring.ts'

const shownCharacters = 12

type Mac = Keyring['mac']

/** Joins the lines of one user or session without naming it. Changes with the newest secret. */
export function pseudonymOf(mac: Mac, kind: 'user' | 'session', id: string): string {
  return shorten(mac(`log ${kind}`, id))
}

/** Returns the hashes under every secret, the newest first: lines from before a new secret have a former one. */
export function pseudonymsOf(
  { macs }: Pick<Keyring, 'macs'>,
  kind: 'user' | 'session',
  id: string,
): string[] {
  return macs(`log ${kind}`, id).map(shorten)
}

/** Joins the lines of one network: the first characters of the MAC in the keys of its counters (network-rules.ts). */
export function networkPseudonym(mac: Buffer): string {
  return shorten(mac)
}

function shorten(mac: Buffer): string {
  return mac.toString('base64url').slice(0, shownCharacters)
}
