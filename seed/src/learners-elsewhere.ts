/** Lists the demo learners of Africa, Europe and the Americas. */
import type { Learner } from './demo-learner.ts'

export const learnersElsewhere: readonly Learner[] = [
  {
    email: 'amara@foyer.test',
    firstName: 'Amara',
    lastName: 'Okafor',
    username: 'amara-okafor',
    headline: 'Fashion designer in the making',
    about: 'I cut my own patterns and sell them at the Saturday market in Enugu.',
    dateOfBirth: '2007-07-30',
    place: ['NG', null, 'Enugu'],
    portrait: {
      ground: ['#f9c74f', '#f3722c'],
      skin: '#6b4230',
      hair: 'afro',
      hairColour: '#1b1210',
      clothes: '#43aa8b',
      extra: 'earrings',
    },
    entries: {
      'work-experiences': [
        {
          name: 'Amara Cuts',
          jobTitle: 'Founder',
          employmentType: 'self-employed',
          location: 'Enugu',
          startDate: '2024-02',
          summary: 'Forty dresses, three helpers, one sewing machine.',
        },
      ],
      academics: [
        {
          institution: 'Coal City College',
          studyType: 'Senior Secondary School',
          endDate: '2025',
          score: 'A1 in eight subjects',
        },
      ],
      awards: [{ title: 'Young designer of the year', awarder: 'Enugu Fashion Week', date: '2025-05' }],
      'skill-evidences': [
        { skill: 'Pattern cutting', level: 'expert' },
        { skill: 'Bookkeeping', level: 'beginner' },
      ],
      subjects: [
        { subjectId: 'fashion-and-textiles', level: 'expert' },
        { subjectId: 'business-studies', level: 'intermediate' },
      ],
      languages: [
        { languageId: 'ig', fluency: 'native' },
        { languageId: 'en', fluency: 'native' },
      ],
      interests: [{ name: 'Ankara prints' }, { name: 'Afrobeats' }],
      'preferred-work-locations': [
        { countryId: 'NG', city: 'Lagos' },
        { countryId: 'FR', city: 'Paris' },
      ],
    },
  },
  {
    email: 'lukas@foyer.test',
    firstName: 'Łukasz',
    lastName: 'Wójcik',
    username: 'lukasz-wojcik',
    headline: 'Bicycle mechanic who studies physics',
    about: 'Monday to Thursday I am at the university of Kraków, on Friday in the workshop.',
    dateOfBirth: '2004-11-08',
    place: ['PL', null, 'Kraków'],
    portrait: {
      ground: ['#bde0fe', '#457b9d'],
      skin: '#f1c7a6',
      hair: 'short',
      hairColour: '#b5763a',
      clothes: '#e63946',
      extra: 'beard',
    },
    entries: {
      'work-experiences': [
        {
          name: 'Koło i Spółka',
          jobTitle: 'Mechanic',
          employmentType: 'part-time',
          location: 'Kraków',
          startDate: '2023-03',
        },
      ],
      academics: [
        {
          institution: 'Jagiellonian University',
          studyType: 'Bachelor',
          area: 'Physics',
          startDate: '2023-10',
        },
      ],
      certifications: [
        { name: 'First aid at work', issuer: 'Polish Red Cross', startDate: '2024-01', endDate: '2027-01' },
      ],
      projects: [
        { name: 'A derailleur from scrap', startDate: '2024', summary: 'Eight speeds, no new part.' },
      ],
      subjects: [
        { subjectId: 'physics', level: 'expert' },
        { subjectId: 'engineering', level: 'intermediate' },
      ],
      languages: [
        { languageId: 'pl', fluency: 'native' },
        { languageId: 'en', fluency: 'full' },
        { languageId: 'de', fluency: 'limited' },
      ],
      interests: [{ name: 'Mountain passes by bicycle' }],
    },
  },
  {
    email: 'sofia@foyer.test',
    firstName: 'Sofía',
    lastName: 'Hernández Ruiz',
    username: 'sofia-hernandez',
    headline: 'Marine biology, two languages, one canoe',
    about: 'I count turtles in Yucatán and want everybody to see what happens to the beach.',
    dateOfBirth: '2005-05-19',
    place: ['MX', null, 'Mérida'],
    portrait: {
      ground: ['#90e0ef', '#0077b6'],
      skin: '#d8a077',
      hair: 'long',
      hairColour: '#3b2314',
      clothes: '#ffb703',
    },
    entries: {
      'work-experiences': [
        {
          name: 'Tortugas del Golfo',
          jobTitle: 'Field assistant',
          employmentType: 'internship',
          location: 'Celestún',
          startDate: '2024-05',
          endDate: '2024-09',
          summary: '212 nests, 14 nights without sleep.',
        },
      ],
      academics: [
        {
          institution: 'Universidad Autónoma de Yucatán',
          studyType: 'Bachelor',
          area: 'Marine biology',
          startDate: '2023',
        },
      ],
      publications: [
        {
          name: 'Sand temperature and hatching',
          publisher: 'Student conference of the Gulf',
          releaseDate: '2025-03',
        },
      ],
      'skill-evidences': [
        { skill: 'Scientific diving', level: 'intermediate', date: '2024-08' },
        { skill: 'Statistics in R', level: 'advanced' },
      ],
      subjects: [
        { subjectId: 'marine-science', level: 'expert' },
        { subjectId: 'statistics', level: 'advanced' },
      ],
      languages: [
        { languageId: 'es', fluency: 'native' },
        { languageId: 'en', fluency: 'professional' },
      ],
      interests: [{ name: 'Canoeing' }, { name: 'Photography', summary: 'Black and white, on film.' }],
    },
  },
  {
    email: 'noah@foyer.test',
    firstName: 'Noah',
    lastName: 'Bennett',
    username: 'noah-bennett',
    headline: 'Jazz piano and secondary school teaching',
    about:
      'I am training to teach music in Manchester. My band has played in eleven pubs, and was invited back to nine.',
    dateOfBirth: '2001-01-27',
    place: ['GB', null, 'Manchester'],
    portrait: {
      ground: ['#cdb4db', '#5e548e'],
      skin: '#e8b894',
      hair: 'curly',
      hairColour: '#7f4f24',
      clothes: '#2b2d42',
      extra: 'glasses',
    },
    entries: {
      'work-experiences': [
        {
          name: 'Ancoats Academy',
          jobTitle: 'Trainee teacher',
          employmentType: 'full-time',
          location: 'Manchester',
          startDate: '2025-09',
        },
        {
          name: 'Northern Quarter Quintet',
          jobTitle: 'Pianist',
          employmentType: 'self-employed',
          startDate: '2022',
        },
      ],
      academics: [
        {
          institution: 'Royal Northern College of Music',
          studyType: 'Bachelor',
          area: 'Jazz piano',
          startDate: '2021',
          endDate: '2024',
          score: 'First',
        },
      ],
      qualifications: [
        {
          title: 'Postgraduate Certificate in Education',
          institution: 'University of Manchester',
          qualificationLevelId: 'postgraduate-diploma',
          startDate: '2025',
        },
      ],
      subjects: [
        { subjectId: 'music', level: 'expert' },
        { subjectId: 'life-skills', level: 'intermediate' },
      ],
      languages: [
        { languageId: 'en', fluency: 'native' },
        { languageId: 'cy', fluency: 'elementary' },
      ],
      interests: [{ name: 'Field recordings' }],
    },
  },
]
