/** Tests what the schemas of profile fields tell a form. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headFields } from './profile-routes.ts'
import { controlOf } from './section-fields.ts'
import { sectionNames } from './section-names.ts'
import { profileSections, referenceFields, type Section } from './sections.ts'

test('tells a form how to ask for each field of each section and of the head', () => {
  const { fields } = profileSections['work-experiences']
  assert.deepEqual(controlOf(fields.name), { control: { kind: 'line', max: 120 }, isOptional: false })
  assert.deepEqual(controlOf(fields.summary), {
    control: { kind: 'paragraphs', max: 2_000 },
    isOptional: true,
  })
  assert.deepEqual(controlOf(fields.startDate), { control: { kind: 'date' }, isOptional: true })
  assert.equal(controlOf(fields.employmentType).control.kind, 'choice')
  assert.deepEqual(controlOf(profileSections['video-portfolio'].fields.url), {
    control: { kind: 'link' },
    isOptional: false,
  })
  assert.deepEqual(controlOf(headFields.dateOfBirth), { control: { kind: 'day' }, isOptional: true })
  const sections: Section[] = sectionNames.map((name) => profileSections[name])
  for (const { entry, fields: all } of sections)
    for (const [name, schema] of Object.entries(all)) {
      const { kind } = controlOf(schema as Parameters<typeof controlOf>[0]).control
      assert.equal(kind === 'reference', name in referenceFields, `${entry} ${name}`)
    }
})
