/** Makes profile entries for the tests that visit every route. */
import { addBlock } from '@foyer/contract/profile/block-list'
import { getProfile } from '@foyer/contract/profile/profile-routes'
import { type SectionName, sectionNames } from '@foyer/contract/profile/section-names'
import { sectionRoutes } from '@foyer/contract/profile/section-routes'
import { profileSections, type Section } from '@foyer/contract/profile/sections'
import { getSettings, putSettings } from '@foyer/contract/routes/settings'
import { toWire } from '@foyer/contract/wire'
import { sql } from 'kysely'
import type { TestApp } from '../../testing/test-app.ts'
import { makeVerifiedSchool } from '../schools/test-schools.ts'
import { entryOf, readReferences } from './test-profiles.ts'

type Owner = { testApp: TestApp; uuid: string; token: string }
type Maker = (owner: Owner) => Promise<{ params: { id: string }; body?: Record<string, unknown> }>
type Filler = (owner: Owner) => Promise<Record<string, string>>

function entryMaker(section: SectionName): Maker {
  return async ({ testApp, token }) => {
    const body = entryOf(section, await readReferences(testApp))
    const { data } = await testApp.call(sectionRoutes[section].add, { body }, { token })
    return { params: { id: data.id }, body: toWire(body) as Record<string, unknown> }
  }
}

/** Adds three entries, which differ in the key field of the section. */
function entryFiller(section: SectionName): Filler {
  return async ({ testApp, token, uuid }) => {
    const { key }: Section = profileSections[section]
    const body = entryOf(section, await readReferences(testApp))
    await testApp.call(sectionRoutes[section].add, { body }, { token })
    await sql`
      insert into profile_items (user_id, section, position, data)
      select user_id, section, position + place,
        case when ${key ?? null}::text is null then data
        else jsonb_set(data, array[${key ?? ''}::text], to_jsonb(overlay(data ->> ${key ?? ''}::text placing place::text
          from length(data ->> ${key ?? ''}::text)))) end
      from profile_items, generate_series(1, 2) as place
      where user_id = ${uuid} and section = ${section}`.execute(testApp.services.db)
    return {}
  }
}

/** Blocks a new user who has a public profile. */
async function block({ testApp, token }: Owner): Promise<string> {
  const { accessToken: other } = await testApp.signIn()
  const { data: settings } = await testApp.call(getSettings, {}, { token: other })
  await testApp.call(
    putSettings,
    { body: { ...settings, profileVisibility: 'public' as const } },
    { token: other },
  )
  const { username } = (await testApp.call(getProfile, {}, { token: other })).data
  const { data } = await testApp.call(addBlock, { body: { username } }, { token })
  return data.id
}

export const profileMakers: Record<string, Maker | string> = {
  '/api/profile/public/:username': 'names a public profile',
  '/api/profile/usernames/:username': 'asks about a username, which is nobody’s thing',
  '/api/profile/block-list/:id': async (owner) => ({ params: { id: await block(owner) } }),
  ...Object.fromEntries(sectionNames.map((name) => [sectionRoutes[name].read.path, entryMaker(name)])),
}

export const profileFillers: Record<string, Filler> = {
  '/api/profile/block-list': async (owner) => {
    for (let count = 0; count < 3; count += 1) await block(owner)
    return {}
  },
  '/api/profile/block-list/schools': async ({ testApp }) => {
    for (let count = 0; count < 3; count += 1) await makeVerifiedSchool(testApp)
    return {}
  },
  ...Object.fromEntries(sectionNames.map((name) => [sectionRoutes[name].list.path, entryFiller(name)])),
}
