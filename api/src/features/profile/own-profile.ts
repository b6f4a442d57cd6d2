/** Reads a user's own profile and replaces its head. The first read makes the username. */
import type { ListedEntry } from '@foyer/contract/profile/entries'
import type { OwnProfile, ProfileHead } from '@foyer/contract/profile/profile-routes'
import { sectionNames } from '@foyer/contract/profile/section-names'
import { sectionKey } from '@foyer/contract/profile/sections'
import { isReserved } from '@foyer/contract/profile/username'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { fullName } from '../../identity/users/user-names.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { checkReferences } from './check-references.ts'
import { asEntry } from './entries.ts'
import {
  findProfile,
  isUsernameFree,
  isUsernameTaken,
  openProfile,
  type Profile,
  storeHead,
} from './profiles.ts'

export async function readOwnProfile({ db }: Services, { userId }: Caller): Promise<OwnProfile> {
  return asAnswer(await findOrOpenProfile(db, userId))
}

/** Reads in one statement; only a user's first read writes. */
export async function findOrOpenProfile(db: Db, userId: string): Promise<Profile> {
  const profile = await findProfile(db, userId)
  if (profile) return profile
  const user = await findUser(db, { id: userId })
  if (!user) throw new Failure('session-ended')
  await openProfile(db, user)
  const opened = await findProfile(db, userId)
  if (!opened) throw new Failure('session-ended')
  return opened
}

/** Returns whether the user can take a username: it is free or the user's own, and stands for nobody of the service. */
export async function checkUsername(
  { db }: Services,
  { userId }: Caller,
  username: string,
): Promise<{ username: string; isAvailable: boolean }> {
  const isAvailable = !isReserved(username) && (await isUsernameFree(db, userId, username))
  return { username, isAvailable }
}

type Replacement = {
  caller: Caller
  body: ProfileHead
  requireMatch(current: OwnProfile): void
  requestContext: RequestContext
}

export async function replaceOwnHead(
  services: Services,
  { caller, body, requireMatch, requestContext }: Replacement,
): Promise<OwnProfile> {
  const { userId, sessionId } = caller
  return changeAsUser(services, caller, async (trx) => {
    const current = await findOrOpenProfile(trx, userId)
    requireMatch(asAnswer(current))
    const isRenamed = current.username !== body.username
    if (isRenamed && isReserved(body.username)) throw usernameTaken()
    await checkReferences(trx, { countryId: body.countryId, stateId: body.stateId })
    if (!(await storeHead(trx, userId, body))) throw usernameTaken()
    if (isRenamed) await recordEvent(trx, { event: 'username-changed', requestContext, userId, sessionId })
    return asAnswer(await findOrOpenProfile(trx, userId))
  }).catch((error) => {
    throw isUsernameTaken(error) ? usernameTaken() : error
  })
}

function usernameTaken(): Failure {
  return new Failure('username-taken')
}

function asAnswer({ userId, pictureUrl, items, updatedAt, ...head }: Profile): OwnProfile {
  const entries = Object.groupBy(items, ({ section }) => section)
  const sections = Object.fromEntries(
    sectionNames.map((name): [string, ListedEntry[]] => [
      sectionKey(name),
      (entries[name] ?? []).map(asEntry),
    ]),
  ) as OwnProfile['sections']
  return {
    uuid: userId,
    fullName: fullName(head),
    picture: pictureUrl,
    ...head,
    updatedAt: updatedAt.toISOString(),
    sections,
  }
}
