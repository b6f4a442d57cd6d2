/** Provides an example entry for each section of a profile; /docs shows them, and the tests of all routes send them. */
import type { EntryContent } from '@foyer/contract/profile/entries'
import type { SectionName } from '@foyer/contract/profile/section-names'
import type { Entry } from '@foyer/contract/profile/sections'

/** Example ids of reference data; each installation has its own ids. */
const english = '2c9d4b17-6e80-4f3a-a1d5-7b0c38e2f964'
const mathematics = '5e1f7a30-8b2c-4d69-9e04-c3a6d1b7f258'
const bachelor = '9a4c0e62-1d7b-4f85-8c3e-60b2f9d5a741'
const physics = 'b7d3e5f1-4a92-4c08-9b6d-12e8c0a7f534'
const india = '0d8f6c1a-94b7-4c52-8e3d-51a7f2c9b640'
const karnataka = '7b1e4f20-3c6d-4a8b-9f15-e2d7a0c86b39'

export const entryExamples: { [S in SectionName]: Entry<S> & EntryContent } = {
  'work-experiences': {
    name: 'Green Valley School',
    jobTitle: 'Teaching assistant',
    employmentType: 'part-time',
    location: 'Bengaluru',
    url: 'https://greenvalley.example',
    startDate: '2023-07',
    endDate: null,
    summary: 'Helps with mathematics for classes 9 and 10.',
  },
  academics: {
    institution: 'Bangalore University',
    studyType: 'Bachelor',
    area: 'Physics',
    startDate: '2019',
    endDate: '2022-06',
    score: '8.4 CGPA',
    url: null,
    summary: null,
  },
  qualifications: {
    title: 'Bachelor of Science in Physics',
    institution: 'Bangalore University',
    qualificationLevelId: bachelor,
    qualificationFieldId: physics,
    startDate: '2019',
    endDate: '2022-06',
    score: '8.4 CGPA',
    url: null,
  },
  certifications: {
    name: 'First aid at work',
    issuer: 'Red Cross',
    startDate: '2024-03-12',
    endDate: '2027-03-11',
    identifier: 'FA-20931',
    url: null,
  },
  projects: {
    name: 'Rain gauge for schools',
    roleName: 'Lead',
    startDate: '2023-01',
    endDate: '2023-06',
    url: 'https://rain.example',
    summary: 'A gauge that twelve schools built and read together.',
  },
  publications: {
    name: 'Measuring rain with school children',
    publisher: 'Journal of Citizen Science',
    releaseDate: '2024-02',
    url: 'https://journal.example/rain',
    summary: null,
  },
  awards: {
    title: 'Science teacher of the year',
    awarder: 'State of Karnataka',
    date: '2024-09-05',
    url: null,
    summary: 'For the rain gauge project.',
  },
  achievements: {
    title: 'Cycled from Bengaluru to Goa',
    date: '2022-12',
    url: null,
    summary: null,
  },
  'test-scores': { name: 'IELTS', score: '8.0', date: '2023-11', url: null, summary: null },
  'skill-evidences': {
    skill: 'Python',
    level: 'advanced',
    date: '2024',
    url: 'https://code.example/asha',
    summary: 'Programs that read the gauges.',
  },
  subjects: { subjectId: mathematics, level: 'advanced' },
  languages: { languageId: english, fluency: 'full' },
  interests: { name: 'Birdwatching', summary: null },
  'preferred-work-locations': { countryId: india, stateId: karnataka, city: 'Bengaluru' },
  'video-portfolio': { title: 'A lesson about rain', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' },
}
