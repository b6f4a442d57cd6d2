/**
 * Lists the names of platforms and roles in pages and messages. The table is separate from platforms.ts, because the
 * first screen does not load it: each page is rendered with its own names.
 */
import type { Platform } from './platforms.ts'

export type PlatformNames = { displayName: string }

export const platformNames: Record<Platform, PlatformNames> = {
  student: { displayName: 'Learning' },
  school: { displayName: 'Schools' },
  recruitmentPlatform: { displayName: 'Recruitment Portal' },
  svp: { displayName: 'School Verification Portal' },
  olympiadPartner: { displayName: 'Olympiad Partners' },
  centerHead: { displayName: 'Centre Head' },
  centreAdmin: { displayName: 'Centre Admin' },
  professor: { displayName: 'Professor Portal' },
  serviceAdmin: { displayName: 'Service Admin' },
  iqa: { displayName: 'Quality Assessment' },
  apiDocs: { displayName: 'API Docs' },
  applicationFormAdmin: { displayName: 'Application Forms' },
  admissionsCounsellor: { displayName: 'Admissions' },
  recruitmentUtils: { displayName: 'Recruitment Utilities' },
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
