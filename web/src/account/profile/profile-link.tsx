import { usePage } from '../../platforms/page-context.ts'
import { hrefOfPlace } from './profile-place.ts'

/** Leads from a part of the profile back to the overview. */
export function ProfileLink() {
  const { platform } = usePage()
  return (
    <a className="profile-back back-link" href={hrefOfPlace(null, platform)}>
      Your profile
    </a>
  )
}
