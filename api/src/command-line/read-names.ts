/** First and last name as options of a command. */
import { firstName as firstNameField, lastName as lastNameField } from '@foyer/contract/names'
import * as v from 'valibot'
import { CommandError, type Given } from './command.ts'

export const nameOptions = [
  { flags: '--first-name <name>', summary: 'of somebody who has no account yet' },
  { flags: '--last-name <name>', summary: 'of somebody who has no account yet' },
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
