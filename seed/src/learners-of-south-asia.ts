/** Lists the demo learners of South Asia. */
import type { Learner } from './demo-learner.ts'

export const learnersOfSouthAsia: readonly Learner[] = [
  {
    // The demo user of learners: tests expect the initials instead of a portrait.
    email: 'student@foyer.test',
    firstName: 'Asha',
    lastName: 'Rao',
    username: 'asharao',
    headline: 'Class 12 student who builds instruments for the weather',
    about:
      'I like to measure things that others only talk about: rain, river levels, the heat of a tin roof.\n\nNext year I want to study environmental engineering.',
    dateOfBirth: '2008-04-17',
    place: ['IN', 'Karnataka', 'Mysuru'],
    entries: {
      'work-experiences': [
        {
          name: 'Cauvery Water Watch',
          jobTitle: 'Volunteer for water samples',
          employmentType: 'volunteer',
          location: 'Mysuru',
          startDate: '2024-06',
          summary: 'Takes samples at four bridges every Saturday and enters the results.',
        },
      ],
      academics: [
        {
          institution: 'Green Valley School',
          studyType: 'Class 12',
          area: 'Physics, chemistry, mathematics',
          startDate: '2024',
        },
        {
          institution: 'Green Valley School',
          studyType: 'Class 10',
          startDate: '2019',
          endDate: '2024',
          score: '96.4 %',
        },
      ],
      certifications: [
        {
          name: 'Python for data analysis',
          issuer: 'Lantern Learning',
          startDate: '2025-02',
          identifier: 'LL-48213',
        },
      ],
      projects: [
        {
          name: 'Rain gauges for ten schools',
          roleName: 'Lead',
          startDate: '2024-07',
          endDate: '2025-03',
          summary: 'Ten gauges from bottles and a reed switch, with one map of all readings.',
        },
        {
          name: 'Shade map of our bus stops',
          startDate: '2025-05',
          summary: 'Temperatures of 38 bus stops at noon, and what a tree changes.',
        },
      ],
      awards: [
        { title: 'First prize, district science fair', awarder: 'District of Mysuru', date: '2025-01' },
      ],
      achievements: [{ title: 'Half marathon in 2:06', date: '2025-10-05' }],
      'test-scores': [{ name: 'National Science Olympiad', score: '48 of 50', date: '2024-11' }],
      'skill-evidences': [
        { skill: 'Soldering and sensors', level: 'advanced', date: '2025-03' },
        { skill: 'Public speaking', level: 'intermediate' },
      ],
      subjects: [
        { subjectId: 'physics', level: 'advanced' },
        { subjectId: 'mathematics', level: 'advanced' },
        { subjectId: 'environmental-science', level: 'expert' },
      ],
      languages: [
        { languageId: 'kn', fluency: 'native' },
        { languageId: 'en', fluency: 'full' },
        { languageId: 'hi', fluency: 'professional' },
      ],
      interests: [{ name: 'Rivers', summary: 'And everything that lives in them.' }, { name: 'Running' }],
      'preferred-work-locations': [{ countryId: 'IN', city: 'Bengaluru' }, { countryId: 'NL' }],
    },
  },
  {
    email: 'aarav@foyer.test',
    firstName: 'आरव',
    lastName: 'शर्मा',
    username: 'aarav-sharma',
    headline: 'Chess, statistics and Hindi poetry',
    about: 'मैं गणित और कविता दोनों से प्रेम करता हूँ।\n\nI teach chess to younger children on Sundays.',
    dateOfBirth: '2009-09-02',
    place: ['IN', 'Rajasthan', 'Jaipur'],
    portrait: {
      ground: ['#ffd89b', '#e2725b'],
      skin: '#b97a56',
      hair: 'short',
      hairColour: '#1f1a1c',
      clothes: '#24527a',
    },
    entries: {
      'work-experiences': [
        {
          name: 'Amber Chess Club',
          jobTitle: 'Junior trainer',
          employmentType: 'part-time',
          location: 'Jaipur',
          startDate: '2024-04',
        },
      ],
      academics: [
        {
          institution: 'Pink City Public School',
          studyType: 'Class 11',
          area: 'Commerce with mathematics',
          startDate: '2025',
        },
      ],
      publications: [
        {
          name: 'बारिश की गणित',
          publisher: 'School magazine Udaan',
          releaseDate: '2025-08',
          summary: 'A poem about counting drops.',
        },
      ],
      awards: [
        { title: 'State under-16 chess champion', awarder: 'Rajasthan Chess Association', date: '2024' },
      ],
      subjects: [
        { subjectId: 'statistics', level: 'advanced' },
        { subjectId: 'hindi', level: 'expert' },
        { subjectId: 'economics', level: 'intermediate' },
      ],
      languages: [
        { languageId: 'hi', fluency: 'native' },
        { languageId: 'en', fluency: 'professional' },
      ],
      interests: [{ name: 'Chess endings' }, { name: 'Poetry' }],
    },
  },
  {
    email: 'kavin@foyer.test',
    firstName: 'கவின்',
    lastName: 'முருகன்',
    username: 'kavin-murugan',
    headline: 'Robotics team of Madurai, left-arm spinner',
    about: 'கணினி, கிரிக்கெட், காபி.\n\nOur robot sorts bananas by ripeness; it is right nine times out of ten.',
    dateOfBirth: '2007-12-21',
    place: ['IN', 'Tamil Nadu', 'Madurai'],
    portrait: {
      ground: ['#a8e6cf', '#1b9aaa'],
      skin: '#8d5a3b',
      hair: 'curly',
      hairColour: '#17120f',
      clothes: '#f4a261',
      extra: 'glasses',
    },
    entries: {
      academics: [
        {
          institution: 'Vaigai Institute of Technology',
          studyType: 'Bachelor',
          area: 'Mechatronics',
          startDate: '2025-08',
        },
        {
          institution: 'Meenakshi Higher Secondary School',
          studyType: 'Class 12',
          endDate: '2025',
          score: '572 of 600',
        },
      ],
      projects: [
        {
          name: 'Banana sorter',
          roleName: 'Vision',
          startDate: '2024-09',
          summary: 'A camera, a belt and 3,000 pictures of bananas.',
        },
      ],
      certifications: [{ name: 'Robot Operating System', issuer: 'Lantern Learning', startDate: '2025-04' }],
      achievements: [{ title: 'Five wickets against St. Mary', date: '2025-02' }],
      'skill-evidences': [
        { skill: 'Computer vision', level: 'intermediate', date: '2025-05' },
        { skill: 'Python', level: 'advanced' },
      ],
      subjects: [
        { subjectId: 'robotics', level: 'advanced' },
        { subjectId: 'computer-science', level: 'advanced' },
        { subjectId: 'tamil', level: 'expert' },
      ],
      languages: [
        { languageId: 'ta', fluency: 'native' },
        { languageId: 'en', fluency: 'professional' },
      ],
      interests: [{ name: 'Cricket' }, { name: 'Filter coffee' }],
      'preferred-work-locations': [
        { countryId: 'IN', city: 'Chennai' },
        { countryId: 'DE', city: 'Munich' },
      ],
    },
  },
  {
    email: 'zainab@foyer.test',
    firstName: 'Zainab',
    lastName: 'Siddiqui',
    username: 'zainab-siddiqui',
    headline: 'Future paediatrician, reader of old newspapers',
    about: 'I volunteer at a clinic and keep a blog about the history of medicine in Lahore.',
    dateOfBirth: '2006-03-11',
    place: ['PK', null, 'Lahore'],
    portrait: {
      ground: ['#c3cfe2', '#6a4c93'],
      skin: '#d9a07a',
      hair: 'scarf',
      hairColour: '#2a9d8f',
      clothes: '#264653',
    },
    entries: {
      'work-experiences': [
        {
          name: 'Gulberg Children’s Clinic',
          jobTitle: 'Ward volunteer',
          employmentType: 'volunteer',
          startDate: '2024-10',
          summary: 'Reads to children and keeps the waiting list.',
        },
      ],
      academics: [
        { institution: 'Ravi Medical College', studyType: 'Bachelor', area: 'Medicine', startDate: '2025' },
        { institution: 'Lahore Grammar School', studyType: 'A levels', endDate: '2025', score: 'A* A* A' },
      ],
      publications: [
        {
          name: 'Ten doctors of the walled city',
          releaseDate: '2025-06',
          summary: 'Ten portraits from newspapers of 1900 to 1947.',
        },
      ],
      subjects: [
        { subjectId: 'biology', level: 'expert' },
        { subjectId: 'chemistry', level: 'advanced' },
        { subjectId: 'urdu', level: 'expert' },
      ],
      languages: [
        { languageId: 'ur', fluency: 'native' },
        { languageId: 'pa', fluency: 'full' },
        { languageId: 'en', fluency: 'full' },
      ],
      interests: [{ name: 'History of medicine' }, { name: 'Calligraphy' }],
      'test-scores': [{ name: 'IELTS', score: '8.0', date: '2025-01' }],
    },
  },
]
