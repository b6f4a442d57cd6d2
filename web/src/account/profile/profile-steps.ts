/**
 * Decides what a profile needs first: the five steps of 'Your profile: 3 of 5' (product 2.5). They are what a teacher or a
 * school reads first, and each user can do each of them.
 */
import type { OwnProfile } from '@foyer/contract/profile/profile-routes'
import type { SectionName } from '@foyer/contract/profile/section-names'
import { sectionKey } from '@foyer/contract/profile/sections'

export type ProfilePlace = 'about' | SectionName

export type ProfileStep = {
  /** The place where the user does the step. */
  place: ProfilePlace
  /** What the profile needs, after 'Next: '. */
  what: string
  why: string
  /** The button that leads there. */
  action: string
  isDone: boolean
}

/** An entry in any of `sections` does the step. */
const steps: readonly Omit<ProfileStep & { sections: readonly SectionName[] }, 'isDone'>[] = [
  {
    place: 'academics',
    what: 'your education',
    why: 'It shows where you stand.',
    action: 'Add your education',
    sections: ['academics', 'qualifications'],
  },
  {
    place: 'subjects',
    what: 'your subjects',
    why: 'They say what you know best.',
    action: 'Add your subjects',
    sections: ['subjects'],
  },
  {
    place: 'languages',
    what: 'your languages',
    why: 'They say with whom you can work.',
    action: 'Add your languages',
    sections: ['languages'],
  },
  {
    place: 'projects',
    what: 'something you have done',
    why: 'One piece of work says more than a list.',
    action: 'Add something you have done',
    sections: ['work-experiences', 'projects', 'awards', 'achievements', 'publications'],
  },
]

/** Returns the five steps in the order in which a user does them. */
export function profileSteps({ about, sections }: Pick<OwnProfile, 'about' | 'sections'>): ProfileStep[] {
  return [
    {
      place: 'about',
      what: 'a text about you',
      why: 'It’s the first thing that others read.',
      action: 'Write about you',
      isDone: about !== null,
    },
    ...steps.map(({ sections: any, ...step }) => ({
      ...step,
      isDone: any.some((name) => sections[sectionKey(name)].length > 0),
    })),
  ]
}
