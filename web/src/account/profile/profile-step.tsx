import { getProfile } from '@foyer/contract/profile/profile-routes'
import { useLoaded } from '../use-loaded.ts'
import { ProfileProgress } from './profile-progress.tsx'
import { profileSteps } from './profile-steps.ts'

type ProfileStepProps = { leaveIfEnded: (sentence: string) => boolean }

/** Shows the next step of the profile on the overview of the account; nothing once all are done, or without an answer. */
export function ProfileStep({ leaveIfEnded }: ProfileStepProps) {
  const { data: profile } = useLoaded(getProfile, {}, leaveIfEnded)
  const isComplete = profile === null || profileSteps(profile).every(({ isDone }) => isDone)
  return !isComplete && <ProfileProgress profile={profile} />
}
