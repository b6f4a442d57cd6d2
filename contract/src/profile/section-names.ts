/**
 * Names the sections of a profile in the order of a résumé. The names are those in paths. Separate from sections.ts, so that
 * the table of addresses need not load the schemas.
 */
export const sectionNames = [
  'work-experiences',
  'academics',
  'qualifications',
  'certifications',
  'projects',
  'publications',
  'awards',
  'achievements',
  'test-scores',
  'skill-evidences',
  'subjects',
  'languages',
  'interests',
  'preferred-work-locations',
  'video-portfolio',
] as const

export type SectionName = (typeof sectionNames)[number]
