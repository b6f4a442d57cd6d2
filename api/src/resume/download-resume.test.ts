/** Tests the download of a résumé: what it takes from the profile, and for whom. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { downloadResume } from '@foyer/contract/profile/resume'
import { sectionNames } from '@foyer/contract/profile/sections'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { sql } from 'kysely'
import { findProfile, openProfile, storeHead } from '../accounts/profile/profiles.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { readOwnResume } from './own-resume.ts'
import { dateInWords, resumeSections } from './resume-sections.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const platform = 'student' as const

async function fillProfile(userId: string): Promise<void> {
  const { db } = testApp.services
  await openProfile(db, { id: userId, firstName: 'आशा', lastName: 'राव' })
  const { rows } = await sql<{ id: string }>`
    insert into countries (iso2, iso3, name, dialling_code, flag) values ('IN', 'IND', 'India', '+91', '')
    on conflict (iso2) do update set name = 'India' returning id`.execute(db)
  const countryId = rows[0]?.id ?? ''
  const username = (await findProfile(db, userId))?.username ?? ''
  const head = { headline: 'Teacher', about: 'I teach.', city: 'Pune', url: 'https://asha.example' }
  await storeHead(db, userId, { ...head, username, countryId, stateId: null, dateOfBirth: null })
  for (const [section, data] of [
    ['awards', { title: 'Best teacher', date: '2024-05-31' }],
    [
      'work-experiences',
      { name: 'விவேகானந்தர் பள்ளி', position: 'Teacher', startDate: '2019-07', endDate: null },
    ],
    ['academics', { institution: 'جامعة القاهرة', startDate: '2015', endDate: '2018' }],
    ['preferred-work-locations', { countryId, city: 'Chennai' }],
  ] as const)
    await sql`insert into profile_items (user_id, section, position, data)
      values (${userId}, ${section}, 1, ${JSON.stringify(data)}::jsonb)`.execute(db)
}

describe('download of a résumé', () => {
  it('sends the profile as a private PDF, to the user and to platforms that act for them', async () => {
    const { accessToken, user } = await testApp.signIn()
    await sql`update users set first_name = 'आशा', last_name = 'राव' where id = ${user.uuid}`.execute(
      testApp.services.db,
    )
    await fillProfile(user.uuid)
    const { code } = (await testApp.mint(accessToken)).data
    const exchanged = await testApp.call(
      exchangeCode,
      { body: { code, platform } },
      { client: 'student-client' },
    )
    for (const token of [accessToken, exchanged.data.session.accessToken]) {
      const { status, headers, text } = await testApp.call(downloadResume, {}, { token })
      assert.deepEqual(
        [status, headers['content-type'], headers['cache-control'], text.slice(0, 5)],
        [200, 'application/pdf', 'no-store', '%PDF-'],
      )
      assert.match(
        String(headers['content-disposition']),
        /^attachment; filename="_+ _+\.pdf"; filename\*=UTF-8''%E0%A4%86/,
      )
      assert.match(text, /\/Count 1\b/)
    }
    assert.equal((await testApp.call(downloadResume, {})).code, 'session-ended')
  })

  it('takes every section of the profile, in the order of a résumé, with names in place of ids', async () => {
    const { user } = await testApp.signIn()
    await fillProfile(user.uuid)
    const caller = { userId: user.uuid } as Parameters<typeof readOwnResume>[1]
    const { contacts, sections } = await readOwnResume(testApp.services, caller)
    assert.deepEqual(contacts, [user.email, 'Pune, India', 'https://asha.example'])
    assert.deepEqual(
      sections.map(({ title, entries }) => [
        title,
        entries[0]?.title,
        entries[0]?.aside,
        entries[0]?.subtitle,
      ]),
      [
        ['Work experience', 'Teacher', 'Jul 2019 – present', 'விவேகானந்தர் பள்ளி'],
        ['Education', 'جامعة القاهرة', '2015 – 2018', null],
        ['Awards', 'Best teacher', '31 May 2024', null],
        ['Preferred work locations', 'Chennai, India', null, null],
      ],
    )
    const all = resumeSections(() => [{ title: 'x', name: 'y', url: 'https://a.example' }])
    assert.equal(all.length, sectionNames.length)
    assert.deepEqual(['2019', '2019-12', '2019-01-05'].map(dateInWords), ['2019', 'Dec 2019', '5 Jan 2019'])
  })

  it('has the name alone for a user without a profile', async () => {
    const { accessToken: token } = await testApp.signIn()
    const { status, text } = await testApp.call(downloadResume, {}, { token })
    assert.deepEqual([status, text.slice(0, 5)], [200, '%PDF-'])
  })
})
