/** Makes profile entries with evidences, for the tests that visit every route. */
import { evidenceRoutes, evidenceSections } from '@foyer/contract/profile/evidences'
import { sql } from 'kysely'
import { pdf } from '../../kernel/uploads/test-files.ts'
import type { TestApp } from '../../testing/test-app.ts'

type Actor = { testApp: TestApp; uuid: string; token: string }
type Maker = (owner: Actor) => Promise<{ params: Record<string, string> }>
type Filler = (owner: Actor) => Promise<Record<string, string>>
type Section = (typeof evidenceSections)[number]

async function addEntry({ testApp, uuid }: Actor, section: Section): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into profile_items (user_id, section, position, data)
    values (${uuid}, ${section}, 1, '{}') returning id`.execute(testApp.services.db)
  return rows[0]?.id ?? ''
}

async function addEvidence({ testApp, token }: Actor, section: Section, id: string): Promise<string> {
  const sent = { token, file: pdf() }
  const { data } = await testApp.call(evidenceRoutes[section].add, { params: { id } }, sent)
  return data.id
}

export const evidenceMakers: Record<string, Maker> = Object.fromEntries(
  evidenceSections.flatMap((section) => {
    const { list, download } = evidenceRoutes[section]
    const makeEntry: Maker = async (owner) => ({ params: { id: await addEntry(owner, section) } })
    const makeEvidence: Maker = async (owner) => {
      const id = await addEntry(owner, section)
      return { params: { id, evidenceId: await addEvidence(owner, section, id) } }
    }
    return [
      [list.path, makeEntry],
      [download.path, makeEvidence],
    ]
  }),
)

export const evidenceFillers: Record<string, Filler> = Object.fromEntries(
  evidenceSections.map((section) => [
    evidenceRoutes[section].list.path,
    async (owner) => {
      const id = await addEntry(owner, section)
      for (let count = 0; count < 3; count += 1) await addEvidence(owner, section, id)
      return { id }
    },
  ]),
)
