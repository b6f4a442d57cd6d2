/** Lists, adds, sends and removes the evidences of an entry of the user's own profile. */

import {
  type Evidence,
  type EvidenceSection,
  evidencesMax,
  evidencesOfUserMax,
} from '@foyer/contract/profile/evidences'
import type { Page } from '@foyer/contract/routes/route'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { evidenceFiles } from '../../kernel/storage/owned-files.ts'
import { typeOf } from '../../kernel/storage/storage.ts'
import { checkUpload, type UploadedFile } from '../../kernel/uploads/check-upload.ts'
import type { Services } from '../../services.ts'
import {
  countEvidences,
  findEvidence,
  hasEntry,
  listEvidences,
  type StoredEvidence,
} from './evidence-rows.ts'

type Resources = Pick<Services, 'db' | 'storage' | 'malwareScan'>
type Place = { caller: Caller; section: EvidenceSection; itemId: string }

export async function readEvidences(
  { db }: Resources,
  { query: { page, pageSize }, ...place }: Place & { query: { page: number; pageSize: number } },
): Promise<Page<Evidence>> {
  const all = (await listEvidences(db, await requireEntry(db, place))).map(asEvidence)
  const total = all.length
  if (page === -1) return { items: all, page, pageSize: total, total }
  return { items: all.slice((page - 1) * pageSize, page * pageSize), page, pageSize, total }
}

type Upload = Place & { file: UploadedFile; noteMade(trx: Db, madeId: string): Promise<void> }

export async function uploadEvidence(
  resources: Resources,
  { file, noteMade, ...place }: Upload,
): Promise<Evidence> {
  const { db, malwareScan } = resources
  const { userId } = place.caller
  const entry = await requireEntry(db, place)
  await requireRoom(db, entry)
  const made = await checkUpload(file, { userId, malwareScan, shape: 'page' })
  const columns = { userId, ending: made.ending, size: made.bytes.length }
  return evidenceFiles.store(resources, made, columns, (id) =>
    changeAsUser(resources, place.caller, async (trx) => {
      await requireEntry(trx, place)
      await requireRoom(trx, entry)
      await evidenceFiles.give(trx, id, place.itemId)
      await noteMade(trx, id)
      return asEvidence(await requireEvidence(trx, { ...place, id }))
    }),
  )
}

export async function readEvidence({ db }: Resources, place: Place & { id: string }): Promise<Evidence> {
  return asEvidence(await requireEvidence(db, place))
}

/** Returns null for an unknown evidence. */
export async function downloadEvidence(resources: Resources, { id, ...place }: Place & { id: string }) {
  const found = await findEvidence(resources.db, { ...entryOf(place), id })
  return evidenceFiles.getPrivate(resources, found, `evidence-${id.slice(0, 8)}.${found?.ending}`)
}

export async function removeEvidence(
  resources: Resources,
  place: Place & { id: string },
): Promise<undefined> {
  const found = await requireEvidence(resources.db, place)
  await evidenceFiles.release(resources.db, found.id)
  await evidenceFiles.deleteUnowned(resources, [found])
  return undefined
}

function entryOf({ caller: { userId }, section, itemId }: Place) {
  return { userId, section, itemId }
}

async function requireEntry(db: Db, place: Place) {
  const entry = entryOf(place)
  if (!(await hasEntry(db, entry))) throw new Failure('not-found')
  return entry
}

async function requireRoom(db: Db, entry: ReturnType<typeof entryOf>): Promise<void> {
  const { ofEntry, ofUser } = await countEvidences(db, entry)
  // Called before and after the upload; the second count includes the file's own row.
  if (ofEntry >= evidencesMax || ofUser > evidencesOfUserMax) throw new Failure('list-full')
}

async function requireEvidence(db: Db, { id, ...place }: Place & { id: string }): Promise<StoredEvidence> {
  const found = await findEvidence(db, { ...entryOf(place), id })
  if (!found) throw new Failure('not-found')
  return found
}

function asEvidence({ id, ending, size, createdAt }: StoredEvidence): Evidence {
  return { id, type: typeOf({ ending }), size, createdAt: createdAt.toISOString() }
}
