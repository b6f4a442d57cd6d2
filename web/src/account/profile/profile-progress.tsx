import type { OwnProfile } from '@foyer/contract/profile/profile-routes'
import { usePage } from '../../platforms/page-context.ts'
import { ButtonLink } from '../../ui/feedback/button.tsx'
import { hrefOfPlace } from './profile-place.ts'
import { profileSteps } from './profile-steps.ts'

/** Shows how far the profile is, and the next step. */
export function ProfileProgress({ profile }: { profile: OwnProfile }) {
  const { platform } = usePage()
  const steps = profileSteps(profile)
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <div className="profile-progress">
      <label>
        Your profile: {done} of {steps.length}
        <progress max={steps.length} value={done} />
      </label>
      {next ? (
        <ButtonLink href={hrefOfPlace(next.place, platform)}>{next.action}</ButtonLink>
      ) : (
        <p>Your profile says the most important things. Keep it up to date.</p>
      )}
    </div>
  )
}
