/** Makes a user's résumé from the profile. */

import type { SectionName } from '@foyer/contract/profile/section-names'
import { referenceFields } from '@foyer/contract/profile/sections'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { fullName } from '../../identity/users/user-names.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import { findProfile, openProfile, type Profile, type ProfileItem } from '../profile/profiles.ts'
import { referenceNames } from '../reference/find-references.ts'
import type { Contact, Resume } from './resume.ts'
import { type Content, resumeSections } from './resume-sections.ts'

export async function readOwnResume({ db }: Services, { userId }: Caller): Promise<Resume> {
  const user = await findUser(db, { id: userId })
  if (!user) throw new Failure('session-ended')
  const profile = (await findProfile(db, userId)) ?? (await openAndFind(db, user))
  const items = profile?.items ?? []
  const places = [profile?.stateId, profile?.countryId]
  const ids = [...items.flatMap(({ data }) => referencesOf(data)), ...places].filter((id) => id != null)
  const names = await referenceNames(db, ids)
  const contents = Object.groupBy(items, ({ section }) => section)
  const place = [profile?.city, ...places.map((id) => id && names.get(id))].filter(Boolean).join(', ')
  return {
    name: fullName(user),
    headline: profile?.headline ?? null,
    contacts: [
      ...contact(user.email, (email) => `mailto:${encodeURI(email)}`),
      ...contact(user.phoneNumber, (number) => `tel:${number}`),
      ...contact(place),
      ...contact(profile?.url, (url) => url),
    ],
    about: profile?.about ?? null,
    sections: resumeSections((section: SectionName) =>
      (contents[section] ?? []).map(({ data }) => withNames(data, names)),
    ),
  }
}

/** A profile may have entries but no head, which the first read makes together with the username. */
async function openAndFind(db: Db, user: User): Promise<Profile | undefined> {
  await openProfile(db, user)
  return findProfile(db, user.id)
}

function contact(text: string | null | undefined, urlOf?: (text: string) => string): Contact[] {
  return text ? [{ text, url: urlOf?.(text) ?? null }] : []
}

const referring = Object.keys(referenceFields)

function referencesOf(data: ProfileItem['data']): string[] {
  return referring.flatMap((field) => (typeof data[field] === 'string' ? [data[field]] : []))
}

function withNames(data: ProfileItem['data'], names: ReadonlyMap<string, string>): Content {
  const named = referring.map((field) => [field, names.get(String(data[field])) ?? null])
  return { ...data, ...Object.fromEntries(named) }
}
