/**
 * Contains the words of each section of a profile: its title, why it is useful, and the labels of its fields. The fields
 * themselves, and which of them may be empty, come from the contract, which also decides which words a field needs.
 */
import type { headFields } from '@foyer/contract/profile/profile-routes'
import type { SectionName } from '@foyer/contract/profile/section-names'
import type { profileSections } from '@foyer/contract/profile/sections'
import type { GenericSchema, InferOutput } from 'valibot'

export type FieldWords = {
  label: string
  hint?: string
  /** The keyboard of a phone, in place of that for text. */
  inputMode?: 'email' | 'tel'
  /** The error of an empty required field. */
  missing?: string
  /** Few users fill the field in, so the form shows it on demand. */
  isRare?: true
  /** The names of the choices. */
  choices?: Readonly<Record<string, string>>
}

export type Ongoing = { choice: string; text: string }

export type SectionWords = {
  title: string
  /** The button that adds an entry. */
  add: string
  /** Shown while the section is empty: why it is useful. */
  why: string
  /** The field whose value names an entry. */
  naming: string
  /** A period without an end: the choice in the form, and the text in place of the end. */
  ongoing?: Ongoing
  fields: Readonly<Record<string, FieldWords>>
}

type Chosen<S> = S extends GenericSchema ? NonNullable<InferOutput<S>> : never
type WordsOf<S> = { label: string; hint?: string; isRare?: true } & (S extends { wrapped: unknown }
  ? { missing?: never }
  : { missing: string }) &
  (string extends Chosen<S> ? { choices?: never } : { choices: Record<Chosen<S> & string, string> })

type Fields<S extends SectionName> = (typeof profileSections)[S]['fields']
type WordsOfSection<S extends SectionName> = Omit<SectionWords, 'fields' | 'naming' | 'ongoing'> & {
  naming: keyof Fields<S>
  fields: { [F in keyof Fields<S>]: WordsOf<Fields<S>[F]> }
} & ('endDate' extends keyof Fields<S> ? { ongoing: Ongoing } : { ongoing?: never })

const start = { label: 'Start' }
const end = { label: 'End' }
const when = { label: 'When' }
const website = { label: 'Website' }
const link = { label: 'Link', hint: 'Begins with https://' }
const more = { label: 'More about it' }
const levels = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  expert: 'Expert',
}

const table: { [S in SectionName]: WordsOfSection<S> } = {
  'work-experiences': {
    title: 'Work experience',
    add: 'Add a job',
    why: 'Jobs, internships and volunteering show what you can already do.',
    naming: 'jobTitle',
    ongoing: { choice: 'I still work here', text: 'now' },
    fields: {
      name: { label: 'Employer', missing: 'Enter the name of the employer' },
      jobTitle: { label: 'Job title', missing: 'Enter your job title' },
      employmentType: {
        label: 'Kind of job',
        choices: {
          'full-time': 'Full-time',
          'part-time': 'Part-time',
          'self-employed': 'Self-employed',
          internship: 'Internship',
          volunteer: 'Volunteering',
          other: 'Other',
        },
      },
      location: { label: 'Place' },
      url: website,
      startDate: start,
      endDate: end,
      summary: { label: 'What you do or did there' },
    },
  },
  academics: {
    title: 'Education',
    add: 'Add a school or university',
    why: 'Your school or university helps teachers and employers to see where you stand.',
    naming: 'institution',
    ongoing: { choice: 'I still study here', text: 'now' },
    fields: {
      institution: { label: 'School or university', missing: 'Enter the name of the school or university' },
      studyType: { label: 'Class or degree', hint: 'For example “Class 10” or “Bachelor”' },
      area: { label: 'Field of study' },
      startDate: start,
      endDate: end,
      score: { label: 'Grade or score', isRare: true },
      url: { ...website, isRare: true },
      summary: { ...more, isRare: true },
    },
  },
  qualifications: {
    title: 'Qualifications',
    add: 'Add a qualification',
    why: 'Schools that hire teachers look for degrees and diplomas.',
    naming: 'title',
    ongoing: { choice: 'I haven’t finished it yet', text: 'now' },
    fields: {
      title: { label: 'Qualification', missing: 'Enter the name of the qualification' },
      institution: { label: 'School or university' },
      qualificationLevelId: { label: 'Level' },
      qualificationFieldId: { label: 'Field of study' },
      startDate: start,
      endDate: end,
      score: { label: 'Grade or score' },
      url: website,
    },
  },
  certifications: {
    title: 'Certificates',
    add: 'Add a certificate',
    why: 'Certificates of courses and exams prove what you have learned.',
    naming: 'name',
    ongoing: { choice: 'It doesn’t expire', text: 'no end date' },
    fields: {
      name: { label: 'Certificate', missing: 'Enter the name of the certificate' },
      issuer: { label: 'Issued by' },
      startDate: { label: 'Issued' },
      endDate: { label: 'Valid until' },
      identifier: { label: 'Number of the certificate' },
      url: link,
    },
  },
  projects: {
    title: 'Projects',
    add: 'Add a project',
    why: 'Projects show what you make with what you know, at school or at home.',
    naming: 'name',
    ongoing: { choice: 'I’m still working on it', text: 'now' },
    fields: {
      name: { label: 'Project', missing: 'Enter the name of the project' },
      roleName: { label: 'Your part in it' },
      startDate: start,
      endDate: end,
      url: link,
      summary: more,
    },
  },
  publications: {
    title: 'Publications',
    add: 'Add a publication',
    why: 'List articles, books and papers that you wrote or helped to write.',
    naming: 'name',
    fields: {
      name: { label: 'Title', missing: 'Enter the title of the publication' },
      publisher: { label: 'Publisher or journal' },
      releaseDate: { label: 'Published' },
      url: link,
      summary: { label: 'What it is about' },
    },
  },
  awards: {
    title: 'Awards',
    add: 'Add an award',
    why: 'Prizes and medals tell others what you are good at.',
    naming: 'title',
    fields: {
      title: { label: 'Award', missing: 'Enter the name of the award' },
      awarder: { label: 'Given by' },
      date: when,
      url: link,
      summary: more,
    },
  },
  achievements: {
    title: 'Achievements',
    add: 'Add an achievement',
    why: 'You can be proud of things without a prize too: write them here.',
    naming: 'title',
    fields: {
      title: { label: 'Achievement', missing: 'Enter what you achieved' },
      date: when,
      url: link,
      summary: more,
    },
  },
  'test-scores': {
    title: 'Test scores',
    add: 'Add a test score',
    why: 'Keep the scores of tests like IELTS or SAT in one place. They are never public.',
    naming: 'name',
    fields: {
      name: { label: 'Test', missing: 'Enter the name of the test' },
      score: { label: 'Score', missing: 'Enter your score' },
      date: when,
      url: link,
      summary: more,
    },
  },
  'skill-evidences': {
    title: 'Skills',
    add: 'Add a skill',
    why: 'Skills help others to find you for the right course or job.',
    naming: 'skill',
    fields: {
      skill: { label: 'Skill', missing: 'Enter the name of the skill' },
      level: { label: 'Level', choices: levels },
      date: when,
      url: link,
      summary: { label: 'How you have used it' },
    },
  },
  subjects: {
    title: 'Subjects',
    add: 'Add a subject',
    why: 'The subjects that you learn or teach decide what is suggested to you.',
    naming: 'subjectId',
    fields: {
      subjectId: { label: 'Subject', missing: 'Choose a subject' },
      level: { label: 'Level', choices: levels },
    },
  },
  languages: {
    title: 'Languages',
    add: 'Add a language',
    why: 'Say which languages you speak, and how well.',
    naming: 'languageId',
    fields: {
      languageId: { label: 'Language', missing: 'Choose a language' },
      fluency: {
        label: 'How well you speak it',
        choices: {
          elementary: 'A few words and sentences',
          limited: 'Simple conversations',
          professional: 'Well enough for work or study',
          full: 'Fluently',
          native: 'First language',
        },
      },
    },
  },
  interests: {
    title: 'Interests',
    add: 'Add an interest',
    why: 'What you do for fun says something about you too.',
    naming: 'name',
    fields: {
      name: { label: 'Interest', missing: 'Enter an interest' },
      summary: more,
    },
  },
  'preferred-work-locations': {
    title: 'Places you would like to work',
    add: 'Add a place',
    why: 'Schools near these places can find you. The places are never public.',
    naming: 'countryId',
    fields: {
      countryId: { label: 'Country', missing: 'Choose a country' },
      stateId: { label: 'State or province' },
      city: { label: 'City' },
    },
  },
  'video-portfolio': {
    title: 'Videos',
    add: 'Add a video',
    why: 'A short video of a lesson or a project shows more than a page of text.',
    naming: 'title',
    fields: {
      title: { label: 'Title', missing: 'Enter the title of the video' },
      url: {
        label: 'Link to the video',
        hint: 'On YouTube, Vimeo or Loom',
        missing: 'Enter the link of the video',
      },
    },
  },
}

export const sectionWords: Readonly<Record<SectionName, SectionWords>> = table

/** The words of the head, which every profile has once. The username has a page of its own. */
export const headWords: { [F in Exclude<keyof typeof headFields, 'username'>]: FieldWords } = {
  headline: { label: 'Headline', hint: 'Who you are in one line, like “Physics teacher in Pune”' },
  about: { label: 'About you' },
  dateOfBirth: { label: 'Date of birth', hint: 'Never public' },
  countryId: { label: 'Country' },
  stateId: { label: 'State or province' },
  city: { label: 'City' },
  url: { label: 'Website', hint: 'Begins with https://' },
}
