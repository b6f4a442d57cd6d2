/** Declares usernames, which identify public profiles. */
import * as v from 'valibot'
import { text } from '../fields.ts'

const usernameMinLength = 3
export const usernameMaxLength = 30

const fault = `Use ${usernameMinLength} to ${usernameMaxLength} letters from a to z, digits, dots, hyphens or underscores, beginning with a letter`

/** Converts to lower case, so that two usernames never differ only in case. */
export const username = v.pipe(
  text(4 * usernameMaxLength, usernameMaxLength),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^[a-z][a-z0-9._-]{2,29}$/, fault),
  v.metadata({ control: { kind: 'line', max: usernameMaxLength } }),
)

/** Words for the service and its staff, and parts of the addresses of profiles, which no user may take as a username. */
const reserved = [
  'admin',
  'administrator',
  'edit',
  'foyer',
  'help',
  'moderator',
  'official',
  'root',
  'skillprofile',
  'support',
  'system',
]

/** Returns whether a username could be mistaken for one of these words; ignores punctuation and digits. */
export function isReserved(value: string): boolean {
  return reserved.includes(value.replace(/[^a-z]/g, ''))
}
