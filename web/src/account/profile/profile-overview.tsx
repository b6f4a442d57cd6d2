import { getProfile, type OwnProfile } from '@foyer/contract/profile/profile-routes'
import { usePage } from '../../platforms/page-context.ts'
import { draftForms } from '../../session/profile-drafts.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { ButtonLink } from '../../ui/feedback/button.tsx'
import { SectionCard } from '../section-card.tsx'
import { PartLoading } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { OwnResume } from './own-resume.tsx'
import { ProfileGroup } from './profile-group.tsx'
import { profileGroups } from './profile-groups.ts'
import { hrefOfPlace, placeOf, profilePath } from './profile-place.ts'
import { ProfileProgress } from './profile-progress.tsx'
import { sectionWords } from './section-words.ts'

type ProfileOverviewProps = { user: StoredUser; section: Section }

const readers: Readonly<Record<OwnProfile['visibility'], string>> = {
  public: 'Others can read it, but never your date of birth, test scores and places you would like to work.',
  private: 'Only you can read it.',
}

/** Shows how far the profile is, its next step, and what is in it. */
export function ProfileOverview({ user, section }: ProfileOverviewProps) {
  const { data: profile, ...state } = useLoaded(getProfile, {}, section.leaveIfEnded)
  return (
    <SectionCard page="account-profile" lead={profile && readers[profile.visibility]} section={section}>
      {profile ? (
        <>
          <Unsaved user={user} />
          <ProfileProgress profile={profile} />
          <Head profile={profile} />
          {profileGroups.map((group) => (
            <ProfileGroup key={group.title} group={group} profile={profile} />
          ))}
          <OwnResume section={section} />
        </>
      ) : (
        <PartLoading what="your profile" {...state} />
      )}
    </SectionCard>
  )
}

/** Leads back to a form with text that was never saved. */
function Unsaved({ user }: { user: StoredUser }) {
  const { platform } = usePage()
  const places = draftForms(platform, user.uuid).map((form) =>
    placeOf(`${profilePath}/${form.split('/')[0]}`),
  )
  const place = places.find((one) => one !== null)
  if (!place) return null
  const title = place === 'about' ? 'About you' : sectionWords[place].title
  return (
    <p className="profile-draft">
      You have text in “{title}” that you did not save.
      <ButtonLink look="quiet" href={hrefOfPlace(place, platform)}>
        Go on writing
      </ButtonLink>
    </p>
  )
}

/** Shows the head of the profile, which every visitor reads first. */
function Head({ profile: { headline, about } }: { profile: OwnProfile }) {
  const { platform } = usePage()
  const href = hrefOfPlace('about', platform)
  return (
    <section className="profile-group" aria-labelledby="profile-about-title">
      <h2 id="profile-about-title">About you</h2>
      {headline || about ? (
        <ul className="profile-sections">
          <li>
            <h3>
              <a href={href}>{headline ?? 'About you'}</a>
            </h3>
            {about && <p className="profile-preview">{about}</p>}
          </li>
        </ul>
      ) : (
        <>
          <p className="profile-why">A few sentences about you, which every visitor reads first.</p>
          <ul className="profile-empty" aria-label="Empty in “About you”">
            <li>
              <a href={href}>About you</a>
            </li>
          </ul>
        </>
      )}
    </section>
  )
}
