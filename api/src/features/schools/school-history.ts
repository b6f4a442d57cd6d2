/** Tells verifiers what happened to a school. */
import { isPlatform } from '@foyer/contract/platforms'
import type { Page } from '@foyer/contract/routes/route'
import { schoolParts } from '@foyer/contract/school-types'
import type { ChangedPart, listSchoolHistory, SchoolEvent } from '@foyer/contract/schools/school-history'
import { fullName } from '../../identity/users/user-names.ts'
import { asPage } from '../../kernel/limits/list-paging.ts'
import type { RequestTo, Services } from '../../services.ts'
import { findSchool } from './school.queries.ts'
import { listSchoolEvents, type SchoolEventRow } from './school-history.queries.ts'

export async function readHistory(
  { db }: Services,
  { params: { id }, query }: RequestTo<typeof listSchoolHistory>,
): Promise<Page<SchoolEvent>> {
  await findSchool(db, id, 'all')
  const { items, total } = await listSchoolEvents(db, id, query)
  return asPage(query, { items: items.map(asSchoolEvent), total })
}

const events: Readonly<Record<SchoolEventRow['event'], SchoolEvent['event']>> = {
  'school-founded': 'registered',
  'school-created': 'registered',
  'school-changed': 'changed',
  'school-verified': 'verified',
  'school-rejected': 'refused',
  'school-invited': 'invited',
  'school-access-granted': 'joined',
  'school-access-revoked': 'removed',
}

function asSchoolEvent({ id, at, event, platform, details, ...name }: SchoolEventRow): SchoolEvent {
  const { firstName, lastName } = name
  const { reason, isUndecided, statusBefore, fields, partsToCorrect } = details
  const undoesVerification = isUndecided === true && statusBefore === 'verified'
  return {
    id,
    at: at.toISOString(),
    event: isUndecided === true && !undoesVerification ? 'sent-again' : events[event],
    userName: firstName === null ? null : fullName({ firstName, lastName }) || null,
    platform: isPlatform(platform) ? platform : null,
    reason: typeof reason === 'string' ? reason : null,
    parts: partsOf(event === 'school-rejected' ? partsToCorrect : fields),
    undoesVerification,
  }
}

const partsOfColumns: Readonly<Record<string, ChangedPart>> = {
  countryId: 'place',
  stateId: 'place',
  contactFirstName: 'contact',
  contactLastName: 'contact',
  contactEmail: 'contact',
  contactPhone: 'contact',
  logoId: 'logo',
}

/** Returns the parts of the record that an event names, by columns or by parts, in the order of the record. */
function partsOf(names: unknown): ChangedPart[] {
  if (typeof names !== 'string') return []
  const named = names.split(' ').map((name) => partsOfColumns[name] ?? name)
  return ([...schoolParts, 'logo'] as const).filter((part) => named.includes(part))
}
