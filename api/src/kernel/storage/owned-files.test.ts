/** Tests the rule of every kind of file: after an error nothing of it is kept, and a file that has an owner stays. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { attachmentFiles, evidenceFiles, logoFiles, pictureFiles } from './owned-files.ts'

let testApp: TestApp
let userId: string
before(async () => {
  testApp = await openTestApp()
  userId = (await testApp.makeUser()).uuid
})
after(() => testApp.close())

const bytes = Buffer.from('%PDF-1.7')
const columns = () => ({ userId, ending: 'pdf' as const, size: bytes.length })
const attachment = { fileName: 'a.pdf', type: 'application/pdf', ending: 'pdf', bytes: 8 } as const
type Use = (id: string) => Promise<unknown>

const kinds = {
  pictures: (use: Use) => pictureFiles.store(testApp.services, { ending: 'webp', bytes }, {}, use),
  school_logos: (use: Use) => logoFiles.store(testApp.services, { ending: 'webp', bytes }, {}, use),
  evidences: (use: Use) => evidenceFiles.store(testApp.services, { ending: 'pdf', bytes }, columns(), use),
  skill_attachments: (use: Use) =>
    attachmentFiles.store(testApp.services, { ending: 'pdf', bytes }, attachment, use),
}
const keys = {
  pictures: pictureFiles.keyOf,
  school_logos: logoFiles.keyOf,
  evidences: evidenceFiles.keyOf,
  skill_attachments: attachmentFiles.keyOf,
}

/** Returns whether the row and the file exist. */
async function isKept(table: keyof typeof kinds, id: string): Promise<[boolean, boolean]> {
  const { db, storage } = testApp.services
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(db)
  const ending = table === 'evidences' || table === 'skill_attachments' ? 'pdf' : 'webp'
  const file = await storage.get(keys[table]({ id, ending }))
  file?.body.destroy()
  return [rows.length > 0, file !== null]
}

describe('files of users', () => {
  for (const table of ['pictures', 'school_logos', 'evidences', 'skill_attachments'] as const) {
    it(`keeps nothing in ${table} after an error, nor of a file that got no owner`, async () => {
      let id: string = randomUUID()
      const fault = new Error('The connection was lost')
      const storing = kinds[table](async (made) => {
        id = made
        assert.deepEqual(await isKept(table, id), [true, true])
        throw fault
      })
      await assert.rejects(storing, fault)
      assert.deepEqual(await isKept(table, id), [false, false])
      await kinds[table](async (made) => {
        id = made
      })
      assert.deepEqual(await isKept(table, id), [false, false])
    })
  }

  it('keeps a file that has got its owner, also where a later step fails', async () => {
    const { db } = testApp.services
    let id: string = randomUUID()
    const storing = kinds.pictures(async (made) => {
      id = made
      await pictureFiles.give(db, made, userId)
      throw new Error('The answer was lost')
    })
    await assert.rejects(storing)
    assert.deepEqual(await isKept('pictures', id), [true, true])
    const before = await pictureFiles.replace(db, userId, null)
    assert.deepEqual(
      before.map((file) => file.id),
      [id],
    )
    await pictureFiles.deleteUnowned(testApp.services, before)
    assert.deepEqual(await isKept('pictures', id), [false, false])
  })
})
