/** Lists, adds and removes the entries of a user's own block list. */
import {
  type Block,
  blockListMax,
  type listSchoolsToBlock,
  type SchoolToBlock,
} from '@foyer/contract/profile/block-list'
import type { Given, Page } from '@foyer/contract/routes/route'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { fullName } from '../../identity/users/user-names.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { asPage } from '../../kernel/limits/list-paging.ts'
import type { Services } from '../../services.ts'
import { referenceNames } from '../reference/find-references.ts'
import { listSchoolRows } from '../schools/school.queries.ts'
import { findSchoolName } from '../schools/school-rows.ts'
import { addBlock, listBlocks, type NewBlock, type ProfileBlock, removeBlock } from './profile-blocks.ts'
import { findPublicProfile } from './profiles.ts'

export async function listOwnBlocks({ db }: Services, { userId }: Caller): Promise<Block[]> {
  return (await listBlocks(db, userId)).map(asBlock)
}

type Named = { username?: string | undefined; schoolId?: string | undefined }

export function blockNamed(services: Services, caller: Caller, named: Named): Promise<Block> {
  const { userId } = caller
  return changeAsUser(services, caller, async (trx) => {
    const blocked = await find(trx, userId, named)
    const blocks = await listBlocks(trx, userId)
    const isNew = !blocks.some(({ schoolId, username }) =>
      'schoolId' in blocked ? schoolId === blocked.schoolId : username === blocked.username,
    )
    if (isNew && blocks.length >= blockListMax) throw new Failure('list-full')
    return asBlock(await addBlock(trx, userId, blocked))
  })
}

/** Accepts only profiles that the caller can see, so that no answer reveals a hidden profile. */
async function find(db: Db, userId: string, { username, schoolId }: Named): Promise<NewBlock> {
  if (schoolId !== undefined) {
    const name = await findSchoolName(db, schoolId)
    if (name === undefined) throw unknown('schoolId', 'We don’t know this school')
    return { schoolId, name }
  }
  const profile = username === undefined ? undefined : await findPublicProfile(db, username)
  if (!profile) throw unknown('username', 'There is no public profile with this username')
  if (profile.userId === userId) throw unknown('username', 'You can’t block yourself')
  return { blockedUserId: profile.userId, username: profile.username, name: fullName(profile) }
}

/** Every user may search verified schools: their names are known. */
export async function searchSchools(
  db: Db,
  query: Given<typeof listSchoolsToBlock>['query'],
): Promise<Page<SchoolToBlock>> {
  const { items, total } = await listSchoolRows(db, 'all', { ...query, status: 'verified', order: 'name' })
  const names = await referenceNames(
    db,
    items.map(({ stateId, countryId }) => stateId ?? countryId),
  )
  const found = items.map(({ id, name, stateId, countryId }) => ({
    id,
    name,
    place: names.get(stateId ?? countryId) ?? null,
  }))
  return asPage(query, { items: found, total })
}

function unknown(field: string, sentence: string): Failure {
  return new Failure('invalid-request', { fields: { [field]: sentence } })
}

export async function unblock(services: Services, caller: Caller, id: string): Promise<undefined> {
  await changeAsUser(services, caller, async (trx) => {
    if (!(await removeBlock(trx, caller.userId, id))) throw new Failure('not-found')
  })
  return undefined
}

function asBlock({ createdAt, schoolId, ...block }: ProfileBlock): Block {
  return {
    ...block,
    kind: schoolId === null ? 'user' : 'school',
    schoolId,
    createdAt: createdAt.toISOString(),
  }
}
