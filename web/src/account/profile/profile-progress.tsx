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
      <p className="profile-ring">
        <ProgressRing done={done} all={steps.length} />
        <span className="visually-hidden">Your profile: </span>
        <span className="profile-ring-text">
          {done} of {steps.length}
        </span>
      </p>
      <p className="profile-next">
        <strong>{next ? `Next: ${next.what}` : 'Your profile is ready'}</strong>
        <span className="small">{next?.why ?? 'It has what people read first. Keep it up to date.'}</span>
      </p>
      {next && <ButtonLink href={hrefOfPlace(next.place, platform)}>{next.action}</ButtonLink>}
    </div>
  )
}

/** Draws the share of the steps that are done. The text in the ring says the same. */
function ProgressRing({ done, all }: { done: number; all: number }) {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true">
      <circle cx="28" cy="28" r="25" />
      <circle cx="28" cy="28" r="25" pathLength={all} strokeDasharray={`${done} ${all}`} />
    </svg>
  )
}
