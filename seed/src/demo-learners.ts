/** Lists the dozen demo learners, whose profiles show what a profile can hold. */
import type { Learner } from './demo-learner.ts'
import { learnersElsewhere } from './learners-elsewhere.ts'
import { learnersOfAsia } from './learners-of-asia.ts'
import { learnersOfSouthAsia } from './learners-of-south-asia.ts'

export const demoLearners: readonly Learner[] = [
  ...learnersOfSouthAsia,
  ...learnersOfAsia,
  ...learnersElsewhere,
]
