import { SectionCard } from '../section-card.tsx'
import { useSection } from '../use-section.ts'
import { AboutForm } from './about-form.tsx'
import { EntriesSection } from './entries-section.tsx'
import { ProfileOverview } from './profile-overview.tsx'
import { placeOf } from './profile-place.ts'

/** Shows the user's profile: its overview, or the part that the path names. Each part is a document of its own. */
export function ProfilePage() {
  const section = useSection('account-profile')
  const { user } = section
  if (!user)
    return (
      <SectionCard page="account-profile" section={section}>
        {null}
      </SectionCard>
    )
  const place = placeOf(location.pathname)
  // Another tab may sign another user in.
  const shared = { user, section }
  if (place === null) return <ProfileOverview {...shared} key={user.uuid} />
  if (place === 'about') return <AboutForm {...shared} key={user.uuid} />
  return <EntriesSection {...shared} key={user.uuid} name={place} />
}
