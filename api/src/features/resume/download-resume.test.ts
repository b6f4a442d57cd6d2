/** Tests the download of a résumé: its content, order and readers. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { EntryContent } from '@foyer/contract/profile/entries'
import { putProfile } from '@foyer/contract/profile/profile-routes'
import { downloadResume, previewResume } from '@foyer/contract/profile/resume'
import { type SectionName, sectionNames } from '@foyer/contract/profile/section-names'
import { sectionRoutes } from '@foyer/contract/profile/section-routes'
import { profileSections, type ReferenceField, referenceFields } from '@foyer/contract/profile/sections'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { putName } from '@foyer/contract/routes/own-name'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { entryOf, type References, readReferences } from '../profile/test-profiles.ts'
import { dateInWords } from './resume-sections.ts'
import { openPdf, type ReadPdf } from './test-pdf.ts'

let testApp: TestApp
let references: References
before(async () => {
  testApp = await openTestApp()
  references = await readReferences(testApp)
})
after(() => testApp.close())

const platform = 'student' as const

async function download(token: string): Promise<ReadPdf> {
  const { path: url } = downloadResume
  const answer = await testApp.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.statusCode, 200, answer.body)
  return openPdf(answer.rawPayload)
}

async function add(token: string, section: SectionName, body: EntryContent): Promise<void> {
  const { status, text } = await testApp.call(sectionRoutes[section].add, { body }, { token })
  assert.equal(status, 200, text)
}

/** Returns the example entry of a section, with a value in each field. */
function fullEntry(section: SectionName): EntryContent {
  const others = {
    endDate: '2031-02-03',
    url: `https://${section}.example/page`,
    summary: `More of ${section}`,
  }
  const given = Object.entries(entryOf(section, references)).filter(([, value]) => value !== null)
  const fields = Object.keys(profileSections[section].fields)
  const content = { ...others, ...Object.fromEntries(given) }
  return Object.fromEntries(Object.entries(content).filter(([name]) => fields.includes(name)))
}

/** Formats a field like the résumé. */
function shown(field: string, value: EntryContent[string]): string {
  const text = String(value)
  if (field in referenceFields) return references[field as ReferenceField].name
  if (field === 'url') return text.replace(/^https:\/\/(www\.)?/, '')
  return /date$/i.test(field) ? dateInWords(text) : text
}

describe('download of a résumé', () => {
  it('draws the pages as a picture without scripts, which the user alone gets', async () => {
    const { accessToken: token } = await testApp.signIn()
    await testApp.call(putName, { body: { firstName: '<script>', lastName: 'Rao' } }, { token })
    const { status, headers, text } = await testApp.call(previewResume, {}, { token })
    assert.deepEqual(
      [status, headers['content-type'], headers['cache-control']],
      [200, 'image/svg+xml', 'no-store'],
    )
    assert.match(text, /^<svg /)
    assert.doesNotMatch(text, /<script|<foreignObject| on\w+=/i)
    assert.equal((await testApp.call(previewResume, {})).code, 'session-ended')
  })

  it('sends the profile as a private PDF, to the user and to platforms that act for them', async () => {
    const { accessToken } = await testApp.signIn()
    const body = { firstName: 'आशा', lastName: 'राव' }
    await testApp.call(putName, { body }, { token: accessToken })
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
    }
    assert.equal((await testApp.call(downloadResume, {})).code, 'session-ended')
  })

  for (const section of sectionNames)
    it(`shows every field of ${section}`, async () => {
      const { accessToken: token } = await testApp.signIn()
      const content = fullEntry(section)
      assert.deepEqual(Object.keys(content).sort(), Object.keys(profileSections[section].fields).sort())
      await add(token, section, content)
      const { text, links } = await download(token)
      for (const [field, value] of Object.entries(content)) {
        assert.ok(text.includes(shown(field, value)), `${field}: ${shown(field, value)} in ${text}`)
        if (field === 'url') assert.ok(links.includes(String(value)), links.join())
      }
    })

  it('has all sections in the order of the contract, and their entries in that of the user', async () => {
    const { accessToken: token } = await testApp.signIn()
    await add(token, 'awards', { title: 'Younger award' })
    for (const section of sectionNames.toReversed()) await add(token, section, fullEntry(section))
    const { headings, pages, text } = await download(token)
    assert.deepEqual(
      headings.filter((heading) => heading.startsWith('H2 ')),
      [
        'H2 Work experience',
        'H2 Education',
        'H2 Qualifications',
        'H2 Certifications',
        'H2 Projects',
        'H2 Publications',
        'H2 Awards',
        'H2 Achievements',
        'H2 Test scores',
        'H2 Skills',
        'H2 Subjects',
        'H2 Languages',
        'H2 Interests',
        'H2 Preferred locations',
        'H2 Videos',
      ],
    )
    assert.ok(headings.indexOf('H3 Younger award') < headings.indexOf(`H3 ${fullEntry('awards').title}`))
    assert.equal(pages, 2)
    assert.ok(!text.includes('shortened'), text)
  })

  it('shows how to reach the user, and dates as exactly as they are known', async () => {
    const { accessToken: token, user } = await testApp.signIn()
    const { countryId, stateId } = references
    const head = { headline: 'Teacher of physics', about: 'I teach.\nI learn.', city: 'Pune' }
    const place = { countryId: countryId.id, stateId: stateId.id, dateOfBirth: null }
    const body = {
      ...head,
      ...place,
      username: `asha-${user.uuid.slice(0, 8)}`,
      url: 'https://asha.example/',
    }
    const stored = await testApp.call(putProfile, { body }, { token })
    assert.equal(stored.status, 200, stored.text)
    const job = { name: 'School', jobTitle: 'Teacher' }
    await add(token, 'work-experiences', { ...job, startDate: '2019-07' })
    await add(token, 'work-experiences', { ...job, startDate: '2015', endDate: '2018-12-31' })
    await add(token, 'certifications', { name: 'First aid', startDate: '2024-03' })
    const { text, links } = await download(token)
    assert.ok(
      text.includes(
        `Asha Rao Teacher of physics ${user.email} · Pune, ${stateId.name}, ${countryId.name} · asha.example I teach. I learn.`,
      ),
      text,
    )
    assert.deepEqual(links, [`mailto:${user.email}`, 'https://asha.example/'])
    for (const period of ['Jul 2019 – present', '2015 – 31 Dec 2018', 'First aid Mar 2024'])
      assert.ok(text.includes(period), text)
    assert.ok(!text.includes('Mar 2024 – present'))
  })

  it('has name and address alone for a user without a profile', async () => {
    const { accessToken: token, user } = await testApp.signIn()
    const { text, pages } = await download(token)
    assert.deepEqual([text, pages], [`Asha Rao ${user.email}`, 1])
  })
})
