/** Checks that the reference data exists that a profile's fields refer to. */
import type { EntryContent } from '@foyer/contract/profile/entries'
import { type ReferenceField, referenceFields } from '@foyer/contract/profile/sections'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { missingReferences } from '../reference/find-references.ts'

const unknown = 'Choose one of the list'

/**
 * Throws `invalid-request` with a sentence for each field whose entry does not exist. A state must belong to the
 * country.
 */
export async function checkReferences(db: Db, content: EntryContent): Promise<void> {
  const given = (Object.keys(referenceFields) as ReferenceField[]).flatMap((field) => {
    const id = content[field]
    const countryId = typeof content.countryId === 'string' ? content.countryId : null
    return typeof id === 'string' ? [{ field, id, list: referenceFields[field], countryId }] : []
  })
  const missing = await missingReferences(db, given)
  if (missing.length === 0) return
  const fields = Object.fromEntries(missing.map(({ field }) => [field, unknown]))
  throw new Failure('invalid-request', { fields })
}
