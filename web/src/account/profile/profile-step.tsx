import { getProfile, type OwnProfile } from '@foyer/contract/profile/profile-routes'
import { usePage } from '../../platforms/page-context.ts'
import { callSignedIn } from '../../session/signed-in-call.ts'
import { ProfileProgress } from './profile-progress.tsx'
import { profileSteps } from './profile-steps.ts'
import { useOwnData } from './use-own-data.ts'

type ProfileStepProps = { leaveIfEnded: (sentence: string) => boolean }

/** Shows the next step of the profile on the overview of the account; nothing once all are done, or without an answer. */
export function ProfileStep({ leaveIfEnded }: ProfileStepProps) {
  const { platform } = usePage()
  const { data: profile } = useOwnData<OwnProfile>(
    (signal) => callSignedIn(platform, getProfile, {}, { reload: false, signal }),
    leaveIfEnded,
  )
  const isComplete = profile === null || profileSteps(profile).every(({ isDone }) => isDone)
  return !isComplete && <ProfileProgress profile={profile} />
}
