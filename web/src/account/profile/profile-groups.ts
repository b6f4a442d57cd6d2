/** Groups the parts of a profile for its overview: a page of equal rows says nothing about the person. */
import type { ProfilePlace } from './profile-steps.ts'

export type ProfileGroup = {
  title: string
  /** Shown while every part of the group is empty: why it is useful. */
  why: string
  places: readonly ProfilePlace[]
}

export const profileGroups = [
  {
    title: 'Work and education',
    why: 'Where you have learned and worked is what schools and teachers look for first.',
    places: ['work-experiences', 'academics', 'qualifications', 'certifications'],
  },
  {
    title: 'What you know',
    why: 'Your subjects, skills and languages help others to find you.',
    places: ['subjects', 'skill-evidences', 'languages', 'test-scores'],
  },
  {
    title: 'What you have done',
    why: 'A project, a prize or a video shows more than a mark.',
    places: ['projects', 'video-portfolio', 'publications', 'awards', 'achievements'],
  },
  {
    title: 'What you like',
    why: 'What you do for fun, and where you would like to work, says something about you too.',
    places: ['interests', 'preferred-work-locations'],
  },
] as const satisfies readonly ProfileGroup[]

/** Parts whose entries are a word each: the overview shows them side by side. */
export const shortPlaces: readonly ProfilePlace[] = [
  'subjects',
  'skill-evidences',
  'languages',
  'interests',
  'preferred-work-locations',
]
