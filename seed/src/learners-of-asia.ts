/** Lists the demo learners of West, East and South-East Asia. */
import type { Learner } from './demo-learner.ts'

export const learnersOfAsia: readonly Learner[] = [
  {
    email: 'layla@foyer.test',
    firstName: 'ليلى',
    lastName: 'حداد',
    username: 'layla-haddad',
    headline: 'Architecture student, stone and shade',
    about:
      'أدرس العمارة في عمّان وأرسم البيوت القديمة.\n\nI draw every house of my grandmother’s street before it changes.',
    dateOfBirth: '2003-08-14',
    place: ['JO', null, 'Amman'],
    portrait: {
      ground: ['#ffe5d9', '#d68c7a'],
      skin: '#e0ac85',
      hair: 'long',
      hairColour: '#2d1b12',
      clothes: '#6d6875',
      extra: 'earrings',
    },
    entries: {
      'work-experiences': [
        {
          name: 'Studio Qasr',
          jobTitle: 'Intern',
          employmentType: 'internship',
          location: 'Amman',
          startDate: '2025-06',
          endDate: '2025-09',
        },
      ],
      academics: [
        {
          institution: 'University of Jordan',
          studyType: 'Bachelor',
          area: 'Architecture',
          startDate: '2022',
        },
      ],
      projects: [
        {
          name: 'Forty-one houses',
          startDate: '2023',
          summary: 'Measured drawings of a street in Jabal al-Weibdeh.',
        },
      ],
      awards: [{ title: 'Drawing prize', awarder: 'Faculty of Architecture', date: '2024' }],
      subjects: [
        { subjectId: 'art-and-design', level: 'expert' },
        { subjectId: 'engineering-graphics', level: 'advanced' },
      ],
      languages: [
        { languageId: 'ar', fluency: 'native' },
        { languageId: 'en', fluency: 'full' },
        { languageId: 'fr', fluency: 'limited' },
      ],
      interests: [{ name: 'Old doors' }, { name: 'Oud' }],
    },
  },
  {
    email: 'haruka@foyer.test',
    firstName: '遥',
    lastName: '佐藤',
    username: 'haruka-sato',
    headline: 'Writes software for libraries',
    about: '図書館が好きです。\n\nI write small programs for the library of my school and give them away.',
    dateOfBirth: '2008-02-05',
    place: ['JP', null, 'Sendai'],
    portrait: {
      ground: ['#ffc8dd', '#9d4edd'],
      skin: '#f2cba8',
      hair: 'bun',
      hairColour: '#16131a',
      clothes: '#3a86ff',
    },
    entries: {
      academics: [{ institution: 'Aoba High School', studyType: 'Second year', startDate: '2024-04' }],
      projects: [
        {
          name: 'Hondana',
          roleName: 'Author',
          startDate: '2024-10',
          summary: 'A shelf list that reads barcodes with the camera of a phone.',
        },
        { name: 'Reading calendar', startDate: '2025-02' },
      ],
      'skill-evidences': [
        { skill: 'TypeScript', level: 'advanced', date: '2025-03' },
        { skill: 'Interface design', level: 'intermediate' },
      ],
      'test-scores': [{ name: 'EIKEN Grade 2', score: 'Passed', date: '2025-06' }],
      subjects: [
        { subjectId: 'computer-science', level: 'advanced' },
        { subjectId: 'library-studies', level: 'advanced' },
      ],
      languages: [
        { languageId: 'ja', fluency: 'native' },
        { languageId: 'en', fluency: 'professional' },
      ],
      interests: [{ name: 'Picture books' }, { name: 'Trains' }],
    },
  },
  {
    email: 'harpreet@foyer.test',
    firstName: 'Harpreet',
    lastName: 'Singh',
    username: 'harpreet-singh',
    headline: 'Agriculture and drones',
    about: 'My family has grown rice for four generations. I fly over it.',
    dateOfBirth: '2005-10-23',
    place: ['IN', 'Punjab', 'Ludhiana'],
    portrait: {
      ground: ['#d9ed92', '#52796f'],
      skin: '#c68a5f',
      hair: 'turban',
      hairColour: '#bc3908',
      beardColour: '#2a1a14',
      clothes: '#fefae0',
      extra: 'beard',
    },
    entries: {
      'work-experiences': [
        {
          name: 'Doaba Drone Service',
          jobTitle: 'Pilot',
          employmentType: 'part-time',
          location: 'Ludhiana',
          startDate: '2024-07',
          summary: 'Pictures of 300 fields, and where they are too dry.',
        },
      ],
      academics: [
        {
          institution: 'Punjab Agricultural University',
          studyType: 'Bachelor',
          area: 'Agriculture',
          startDate: '2023',
        },
      ],
      certifications: [
        {
          name: 'Remote pilot certificate',
          issuer: 'Directorate General of Civil Aviation',
          startDate: '2024-05',
          endDate: '2034-05',
          identifier: 'RPC-2291',
        },
      ],
      subjects: [
        { subjectId: 'agriculture', level: 'expert' },
        { subjectId: 'geography', level: 'advanced' },
      ],
      languages: [
        { languageId: 'pa', fluency: 'native' },
        { languageId: 'hi', fluency: 'full' },
        { languageId: 'en', fluency: 'professional' },
      ],
      interests: [{ name: 'Kabaddi' }, { name: 'Tractors older than me' }],
    },
  },
  {
    email: 'linh@foyer.test',
    firstName: 'Nguyễn',
    lastName: 'Thị Mai Linh',
    username: 'mai-linh',
    headline: 'Data journalist, street food map of Huế',
    about:
      'I ask a hundred people the same question and draw the answers. My profile is hidden while I look for a newspaper.',
    dateOfBirth: '2002-06-09',
    place: ['VN', null, 'Huế'],
    isHidden: true,
    portrait: {
      ground: ['#fdfcdc', '#f07167'],
      skin: '#efc39d',
      hair: 'braids',
      hairColour: '#201a1b',
      clothes: '#0081a7',
      extra: 'glasses',
    },
    entries: {
      'work-experiences': [
        {
          name: 'Sông Hương Weekly',
          jobTitle: 'Reporter',
          employmentType: 'part-time',
          location: 'Huế',
          startDate: '2024-01',
        },
      ],
      academics: [
        {
          institution: 'Hue University',
          studyType: 'Bachelor',
          area: 'Journalism',
          startDate: '2020',
          endDate: '2024',
        },
      ],
      publications: [
        { name: 'Where Huế eats at midnight', publisher: 'Sông Hương Weekly', releaseDate: '2025-04-12' },
      ],
      'skill-evidences': [
        { skill: 'Maps with QGIS', level: 'advanced' },
        { skill: 'Interviews', level: 'expert' },
      ],
      subjects: [
        { subjectId: 'media-studies', level: 'expert' },
        { subjectId: 'data-science', level: 'intermediate' },
      ],
      languages: [
        { languageId: 'vi', fluency: 'native' },
        { languageId: 'en', fluency: 'full' },
      ],
      interests: [{ name: 'Bún bò' }, { name: 'Night buses' }],
    },
  },
]
