import { getProfile, type OwnProfile } from '@foyer/contract/profile/profile-routes'
import { type SectionName, sectionNames } from '@foyer/contract/profile/section-names'
import { sectionKey } from '@foyer/contract/profile/sections'
import { usePage } from '../../platforms/page-context.ts'
import { draftForms } from '../../session/profile-drafts.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { ButtonLink } from '../../ui/feedback/button.tsx'
import { SectionCard } from '../section-card.tsx'
import { PartLoading } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { FieldText } from './entry-text.tsx'
import { OwnResume } from './own-resume.tsx'
import { fieldsOfSection } from './profile-fields.ts'
import { hrefOfPlace, placeOf, profilePath } from './profile-place.ts'
import { ProfileProgress } from './profile-progress.tsx'
import type { ProfilePlace } from './profile-steps.ts'
import { sectionWords } from './section-words.ts'

type ProfileOverviewProps = { user: StoredUser; section: Section }

const readers: Readonly<Record<OwnProfile['visibility'], string>> = {
  public: 'Others can read it, but never your date of birth, test scores and places you would like to work.',
  private: 'Only you can read it.',
}

/** An overview names this many entries of a section. */
const namedMax = 3

/** Shows how far the profile is, its next step, and all sections with what is in them. */
export function ProfileOverview({ user, section }: ProfileOverviewProps) {
  const { data: profile, ...state } = useLoaded(getProfile, {}, section.leaveIfEnded)
  return (
    <SectionCard page="account-profile" lead={profile && readers[profile.visibility]} section={section}>
      {profile ? (
        <>
          <Unsaved user={user} />
          <ProfileProgress profile={profile} />
          <ul className="profile-sections">
            <li>
              <PlaceLink place="about" title="About you" />
              <p className="profile-preview">
                {profile.headline || profile.about || (
                  <span className="profile-why">
                    A few sentences about you, which every visitor reads first.
                  </span>
                )}
              </p>
            </li>
            {sectionNames.map((name) => (
              <SectionItem key={name} name={name} profile={profile} />
            ))}
          </ul>
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

function PlaceLink({ place, title }: { place: ProfilePlace; title: string }) {
  const { platform } = usePage()
  return (
    <h2>
      <a href={hrefOfPlace(place, platform)}>{title}</a>
    </h2>
  )
}

function SectionItem({ name, profile }: { name: SectionName; profile: OwnProfile }) {
  const { title, why, naming } = sectionWords[name]
  const entries = profile.sections[sectionKey(name)]
  const field = fieldsOfSection(name).find((one) => one.name === naming)
  const more = entries.length - namedMax
  return (
    <li>
      <PlaceLink place={name} title={title} />
      {entries.length === 0 || !field ? (
        <p className="profile-why">{why}</p>
      ) : (
        <p>
          {entries.slice(0, namedMax).map((entry, index) => (
            <span key={entry.id}>
              {index > 0 && ', '}
              <bdi>
                <FieldText field={field} content={entry} />
              </bdi>
            </span>
          ))}
          {more > 0 && ` and ${more} more`}
        </p>
      )}
    </li>
  )
}
