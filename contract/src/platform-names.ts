/**
 * Lists the names of platforms and roles that pages and messages say. They are apart from platforms.ts, since the first screen does
 * not load them: each page is rendered with its own.
 */
import type { Platform } from './platforms.ts'

export type PlatformNames = {
  displayName: string
  /** The name in the header, where space is short. */
  shortName: string
}

export const platformNames: Record<Platform, PlatformNames> = {
  student: { displayName: 'Learning', shortName: 'Learning' },
  school: { displayName: 'Schools', shortName: 'Schools' },
  recruitmentPlatform: { displayName: 'Recruitment Portal', shortName: 'Recruitment' },
  svp: { displayName: 'School Verification Portal', shortName: 'Verification' },
  olympiadPartner: { displayName: 'Olympiad Partners', shortName: 'Partners' },
  centerHead: { displayName: 'Centre Head', shortName: 'Centres' },
  centreAdmin: { displayName: 'Centre Admin', shortName: 'Centres' },
  professor: { displayName: 'Professor Portal', shortName: 'Professors' },
  serviceAdmin: { displayName: 'Service Admin', shortName: 'Services' },
  iqa: { displayName: 'Quality Assessment', shortName: 'Quality' },
  apiDocs: { displayName: 'API Docs', shortName: 'API Docs' },
  applicationFormAdmin: { displayName: 'Application Forms', shortName: 'Applications' },
  admissionsCounsellor: { displayName: 'Admissions', shortName: 'Admissions' },
  recruitmentUtils: { displayName: 'Recruitment Utilities', shortName: 'Recruitment' },
}

/** The names of the roles (product 6). */
export const roleNames: Record<Platform, string> = {
  student: 'Student',
  school: 'School',
  recruitmentPlatform: 'Recruitment Portal',
  svp: 'School Verification Portal',
  olympiadPartner: 'Olympiad Partner',
  centerHead: 'Centre Head',
  centreAdmin: 'Centre Admin',
  professor: 'Professor',
  serviceAdmin: 'Service Admin',
  iqa: 'Internal Quality Assessor',
  apiDocs: 'API Docs',
  applicationFormAdmin: 'Application Form Admin',
  admissionsCounsellor: 'Admissions Counsellor',
  recruitmentUtils: 'Recruitment Utils',
}
