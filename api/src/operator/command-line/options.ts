/** Parses arguments and options that several commands share: platform, first name and last name. */
import { firstName as firstNameField, lastName as lastNameField } from '@foyer/contract/names'
import { isPlatform, type Platform, platforms } from '@foyer/contract/platforms'
import * as v from 'valibot'
import { CommandError, type Given } from './command.ts'

/** Parses the wire name of a platform. */
export function readPlatform(given: unknown): Platform {
  if (isPlatform(given)) return given
  throw new CommandError(`Give one of the platforms ${platforms.join(', ')}`)
}

export const nameOptions = [
  { flags: '--first-name <name>', summary: 'first name of a user without an account' },
  { flags: '--last-name <name>', summary: 'last name of a user without an account' },
] as const

export function readNames({ firstName, lastName }: Given) {
  return {
    firstName: readName('--first-name', firstNameField, firstName),
    lastName: readName('--last-name', lastNameField, lastName) ?? undefined,
  }
}

function readName<S extends typeof firstNameField | typeof lastNameField>(
  flag: string,
  field: S,
  given: Given[string],
): v.InferOutput<S> | undefined {
  if (given === undefined) return undefined
  const read = v.safeParse(field, given)
  if (!read.success) throw new CommandError(`${flag}: ${read.issues[0].message}`)
  return read.output
}
