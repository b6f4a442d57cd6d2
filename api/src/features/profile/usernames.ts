/** Makes usernames: from the name of the user, plus four digits. */
import { randomInt } from 'node:crypto'
import { usernameMaxLength } from '@foyer/contract/profile/username'

const digits = 4
/** Stands for a name without a letter of the Latin alphabet. */
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
