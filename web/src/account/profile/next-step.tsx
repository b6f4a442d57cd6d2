import { getProfile } from '@foyer/contract/profile/profile-routes'
import { usePage } from '../../platforms/page-context.ts'
import { ButtonLink } from '../../ui/feedback/button.tsx'
import { useLoaded } from '../use-loaded.ts'
import { hrefOfPlace } from './profile-place.ts'
import { profileSteps } from './profile-steps.ts'

/** Leads to the next step of the profile after an entry was added; shows nothing once all steps are done. */
export function NextStep({ leaveIfEnded }: { leaveIfEnded: (sentence: string) => boolean }) {
  const { platform } = usePage()
  const { data: profile } = useLoaded(getProfile, {}, leaveIfEnded)
  const next = profile && profileSteps(profile).find(({ isDone }) => !isDone)
  return (
    next && (
      <div>
        <ButtonLink look="secondary" href={hrefOfPlace(next.place, platform)}>
          Next: {next.what}
        </ButtonLink>
      </div>
    )
  )
}
