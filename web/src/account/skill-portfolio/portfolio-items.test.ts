/** Tests how the skills of an item are written in one line and read from it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { itemFrom, shownItem } from './portfolio-items.ts'

const item = { title: 'Robot', summary: null, url: null, submissionId: null }

function skillsOf(line: string): string[] {
  const read = itemFrom({ title: 'Robot', skills: line }, null)
  assert.ok(!('isSuccessful' in read), line)
  return read.skills
}

it('keeps a comma inside a skill, and quotation marks', () => {
  for (const skills of [
    ['Physics', 'Soldering'],
    ['Welding, TIG', 'Physics'],
    ['“Hamlet”, read aloud'],
    ['5" disks', '"Quoted"', 'Say "yes, no"'],
    ['電気、磁気', 'Physics'],
  ]) {
    const line = String(shownItem({ ...item, skills }, 0).skills)
    assert.deepEqual(skillsOf(line), skills, line)
  }
})

it('separates skills by the commas of several scripts, and ignores empty ones', () => {
  assert.deepEqual(skillsOf(' Physics, , Soldering،Poems、Drawing，'), [
    'Physics',
    'Soldering',
    'Poems',
    'Drawing',
  ])
  assert.deepEqual(skillsOf('"Welding, TIG'), ['"Welding', 'TIG'])
  assert.deepEqual(skillsOf('"Welding", Physics'), ['Welding', 'Physics'])
})
