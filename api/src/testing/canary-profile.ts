/** Fills a profile with canary values, in valid and invalid requests. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { addBlock, listBlocks, removeBlock } from '@foyer/contract/profile/block-list'
import { getProfile, getPublicProfile, putProfile } from '@foyer/contract/profile/profile-routes'
import { sectionNames } from '@foyer/contract/profile/section-names'
import { isChangeable, sectionRoutes } from '@foyer/contract/profile/section-routes'
import { sql } from 'kysely'
import { entryOf, readReferences } from '../features/profile/test-profiles.ts'
import { bearer, type Send } from './canary-calls.ts'
import { sent } from './canary-values.ts'
import type { TestApp } from './test-app.ts'

const profile = () => ({ username: 'watched1234', headline: sent['text of a profile'] })

/** Writes every section, and leaves one entry in each. */
export async function fillProfile(testApp: TestApp, send: Send, accessToken: string): Promise<void> {
  const own = bearer(accessToken)
  const forged = bearer(sent['forged access token'])
  const references = await readReferences(testApp)
  await send(getProfile, undefined, own)
  await send(getProfile, undefined, forged)
  const { data, text } = await send(putProfile, profile(), own)
  assert.ok(data, text)
  await send(putProfile, { ...profile(), headline: `${sent['malformed body']}\0` }, own)
  await send(getPublicProfile, undefined, {}, { username: sent.path })
  for (const section of sectionNames) {
    const { add, read, replace, remove, order } = sectionRoutes[section]
    const entry = entryOf(section, references)
    const watched = 'summary' in entry ? { ...entry, summary: sent['text of a profile'] } : entry
    const { data: added, text: answer } = await send(add, watched, own)
    assert.ok(added, answer)
    const { id } = added as { id: string }
    await send(add, watched, forged)
    await send(add, { ...watched, [Object.keys(entry)[0] ?? '']: `${sent['malformed body']}\0` }, own)
    await send(read, undefined, own, { id })
    await send(remove, undefined, own, { id: randomUUID() })
    if (!isChangeable(section)) continue
    await send(replace, watched, own, { id })
    await send(order, { ids: [id] }, own)
  }
  await send(addBlock, { username: 'watched1234' }, own)
  await send(listBlocks, undefined, own)
  await send(removeBlock, undefined, own, { id: randomUUID() })
}

/** Fills a profile, and block lists with its user and another user. */
export async function fillProfileTables(
  testApp: TestApp,
  send: Send,
  { uuid, token }: { uuid: string; token: string },
): Promise<void> {
  await fillProfile(testApp, send, token)
  const { uuid: other } = await testApp.makeUser()
  await sql`insert into profile_blocks (user_id, blocked_user_id, name)
    values (${uuid}, ${other}, 'Asha Rao'), (${other}, ${uuid}, ${sent['first name']})`.execute(
    testApp.services.db,
  )
}

/** Repeats some calls while they must fail. */
export async function failProfile(send: Send, accessToken: string): Promise<void> {
  const own = bearer(accessToken)
  await send(getProfile, undefined, own)
  await send(putProfile, profile(), own)
  await send(sectionRoutes.awards.add, { title: sent['text of a profile'] }, own)
}
