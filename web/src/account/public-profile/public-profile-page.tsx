import { getProfilePreview } from '@foyer/contract/profile/profile-routes'
import { usePage } from '../../platforms/page-context.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { SectionCard } from '../section-card.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { useSection } from '../use-section.ts'
import { BlockList } from './block-list.tsx'
import { OwnAddress } from './own-address.tsx'
import { ProfilePreview } from './profile-preview.tsx'
import { Visibility } from './visibility.tsx'

/** Shows who can see the user's profile, at which address, and what others see there. */
export function PublicProfilePage() {
  const section = useSection('account-public-profile')
  const { user } = section
  return (
    <SectionCard
      page="account-public-profile"
      lead="The page about you for schools, teachers and friends. You decide whether anyone can see it."
      section={section}
    >
      {/* Another tab may sign another user in. */}
      {user && <PublicProfile key={user.uuid} {...{ user, section }} />}
    </SectionCard>
  )
}

type PublicProfileProps = { user: StoredUser; section: Section }

function PublicProfile({ user, section }: PublicProfileProps) {
  const { platform } = usePage()
  const { data, failure, load } = useLoaded(getProfilePreview, {}, section.leaveIfEnded)
  return (
    <>
      <SectionPart id="visibility-title" title="Who can see it">
        <Visibility section={section} />
        <p className="small">
          Your skill profile has its own switch:{' '}
          <a href={`/account/skill-portfolio?platform=${platform}`}>Skill portfolio</a>.
        </p>
      </SectionPart>
      <SectionPart
        id="address-title"
        title="Links to your pages"
        lead="Share these links. They work while the page is shown."
      >
        <OwnAddress {...{ user, section }} onSaved={load} />
      </SectionPart>
      <SectionPart
        id="preview-title"
        title="What others see"
        lead="Nobody sees your email addresses and phone numbers, your date of birth, your test scores and the places you would like to work."
      >
        {data ? (
          <ProfilePreview profile={data} />
        ) : (
          <PartLoading what="your public profile" {...{ failure, load }} />
        )}
      </SectionPart>
      <SectionPart
        id="blocked-title"
        title="People and schools you block"
        lead="People and schools on this list don’t see your profile while they are signed in. They are not told."
      >
        <BlockList section={section} />
      </SectionPart>
    </>
  )
}
