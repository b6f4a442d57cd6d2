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
  /** The button that leads there. */
  action: string
  isDone: boolean
}

/** An entry in any of `sections` does the step. */
const steps: readonly Omit<ProfileStep & { sections: readonly SectionName[] }, 'isDone'>[] = [
  { place: 'academics', action: 'Add your education', sections: ['academics', 'qualifications'] },
  { place: 'subjects', action: 'Add your subjects', sections: ['subjects'] },
  { place: 'languages', action: 'Add your languages', sections: ['languages'] },
  {
    place: 'projects',
    action: 'Add something you have done',
    sections: ['work-experiences', 'projects', 'awards', 'achievements', 'publications'],
  },
]

/** Returns the five steps in the order in which a user does them. */
export function profileSteps({ about, sections }: Pick<OwnProfile, 'about' | 'sections'>): ProfileStep[] {
  return [
    { place: 'about', action: 'Say who you are', isDone: about !== null },
    ...steps.map(({ sections: any, ...step }) => ({
      ...step,
      isDone: any.some((name) => sections[sectionKey(name)].length > 0),
    })),
  ]
}
