/** Makes usernames from the user's name and four digits. */
import { randomInt } from 'node:crypto'
import { usernameMaxLength } from '@foyer/contract/profile/username'

const digits = 4
/** Replaces a name without Latin letters. */
const anonymous = 'user'

/** @example makeUsername('José Núñez') // 'josenunez4821' */
export function makeUsername(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .slice(0, usernameMaxLength - digits)
  return `${letters || anonymous}${randomInt(10 ** (digits - 1), 10 ** digits)}`
}
