/** Reads the public skill profile of a username. */
import type { SkillProfile } from '@foyer/contract/profile/skill-portfolio'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { findSkillProfile } from './portfolios.ts'

/** Gives the same answer for a hidden skill profile and an unknown username. */
export async function readSkillProfile(db: Db, username: string): Promise<SkillProfile> {
  const profile = await findSkillProfile(db, username)
  if (!profile) throw new Failure('not-found')
  return profile
}
