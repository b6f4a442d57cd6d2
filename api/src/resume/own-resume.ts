/** Makes the résumé of a user from their profile. */
import { referenceFields, type SectionName } from '@foyer/contract/profile/sections'
import { findProfile, type ProfileItem } from '../accounts/profile/profiles.ts'
import type { Caller } from '../accounts/sessions/access-tokens.ts'
import { fullName } from '../accounts/users/person-names.ts'
import { findPerson } from '../accounts/users/users.ts'
import { Failure } from '../failure.ts'
import { referenceNames } from '../reference/find-references.ts'
import type { Services } from '../services.ts'
import type { Resume } from './resume.ts'
import { type Content, resumeSections } from './resume-sections.ts'

/** A user who has not opened their profile yet gets a résumé with name and contacts. */
export async function readOwnResume({ db }: Services, { userId }: Caller): Promise<Resume> {
  const person = await findPerson(db, { id: userId })
  if (!person) throw new Failure('session-ended')
  const profile = await findProfile(db, userId)
  const items = profile?.items ?? []
  const places = [profile?.stateId, profile?.countryId]
  const ids = [...items.flatMap(({ data }) => referencesOf(data)), ...places].filter((id) => id != null)
  const names = await referenceNames(db, ids)
  const contents = Object.groupBy(items, ({ section }) => section)
  const place = [profile?.city, ...places.map((id) => id && names.get(id))].filter(Boolean).join(', ')
  return {
    name: fullName(person),
    headline: profile?.headline ?? null,
    contacts: [person.email, person.phoneNumber, place, profile?.url].filter((text): text is string =>
      Boolean(text),
    ),
    about: profile?.about ?? null,
    sections: resumeSections((section: SectionName) =>
      (contents[section] ?? []).map(({ data }) => withNames(data, names)),
    ),
  }
}

const referring = Object.keys(referenceFields)

function referencesOf(data: ProfileItem['data']): string[] {
  return referring.flatMap((field) => (typeof data[field] === 'string' ? [data[field]] : []))
}

function withNames(data: ProfileItem['data'], names: ReadonlyMap<string, string>): Content {
  const named = referring.map((field) => [field, names.get(String(data[field])) ?? null])
  return { ...data, ...Object.fromEntries(named) }
}
