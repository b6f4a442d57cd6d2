/** Reads the public profile of a username, and the user's own as the public would see it. */
import { type EntryContent, publicName, publicSectionNames } from '@foyer/contract/profile/entries'
import type { PublicProfile } from '@foyer/contract/profile/profile-routes'
import { referenceFields, sectionKey } from '@foyer/contract/profile/sections'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { fullName } from '../../identity/users/user-names.ts'
import { unknownUserId } from '../../identity/users/users.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import { referenceNames } from '../reference/find-references.ts'
import { findOrOpenProfile } from './own-profile.ts'
import { isBlocked } from './profile-blocks.ts'
import { findPublicProfile, type Profile } from './profiles.ts'

/** Gives the same answer for a hidden profile, a profile that blocks the viewer and an unknown username. */
export async function readPublicProfile(
  db: Db,
  { username, viewer }: { username: string; viewer: Caller | undefined },
): Promise<PublicProfile> {
  const profile = await findPublicProfile(db, username)
  const isHidden = viewer && (await isBlocked(db, profile?.userId ?? unknownUserId, viewer.userId))
  if (!profile || isHidden) throw new Failure('not-found')
  return asPublic(db, profile)
}

/** Also shows a profile that is private. */
export async function previewProfile({ db }: Services, { userId }: Caller): Promise<PublicProfile> {
  return asPublic(db, await findOrOpenProfile(db, userId))
}

async function asPublic(db: Db, profile: Profile): Promise<PublicProfile> {
  const { items, headline, about, pictureUrl } = profile
  const shown = Object.groupBy(items, ({ section }) => section)
  const names = await referenceNames(
    db,
    items.flatMap(({ data }) => referencesOf(data)),
  )
  const sections = publicSectionNames.map((name): [string, EntryContent[]] => [
    sectionKey(name),
    (shown[name] ?? []).map(({ data }) => named(data, names)),
  ])
  return {
    username: profile.username,
    fullName: fullName(profile),
    picture: pictureUrl,
    headline,
    about,
    sections: Object.fromEntries(sections),
  }
}

function referencesOf(content: EntryContent): string[] {
  return Object.keys(referenceFields).flatMap((field) => {
    const id = content[field]
    return typeof id === 'string' ? [id] : []
  })
}

/** Replaces the ids of reference data with names. */
function named(content: EntryContent, names: ReadonlyMap<string, string>): EntryContent {
  return Object.fromEntries(
    Object.entries(content).map(([field, value]) => [
      publicName(field),
      field in referenceFields ? (names.get(String(value)) ?? null) : value,
    ]),
  )
}
