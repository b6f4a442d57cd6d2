import { publicName, publicSectionNames } from '@foyer/contract/profile/entries'
import type { PublicProfile } from '@foyer/contract/profile/profile-routes'
import type { SectionName } from '@foyer/contract/profile/section-names'
import { sectionKey } from '@foyer/contract/profile/sections'
import { usePage } from '../../platforms/page-context.ts'
import { Avatar } from '../../ui/page/identity-chip.tsx'
import { EntryText } from '../profile/entry-text.tsx'
import { publicFieldsOf } from '../profile/profile-fields.ts'
import { hrefOfPlace } from '../profile/profile-place.ts'
import { sectionWords } from '../profile/section-words.ts'

/** Shows a profile as the public sees it. */
export function ProfilePreview({ profile }: { profile: PublicProfile }) {
  const { platform } = usePage()
  const { fullName, picture, headline, about, sections } = profile
  const filled = publicSectionNames.filter((name) => sections[sectionKey(name)]?.length)
  return (
    <article className="profile-shown" aria-label="Preview of your public profile">
      <header>
        <Avatar key={picture} name={fullName} picture={picture} />
        <div>
          <h3>
            <bdi>{fullName}</bdi>
          </h3>
          {headline && <p>{headline}</p>}
        </div>
      </header>
      {about && <p className="entry-paragraphs">{about}</p>}
      {filled.map((name) => (
        <PreviewSection key={name} name={name} profile={profile} />
      ))}
      {!headline && !about && filled.length === 0 && (
        <p className="profile-why">
          Others see only your name so far. <a href={hrefOfPlace(null, platform)}>Fill in your profile</a>
        </p>
      )}
    </article>
  )
}

function PreviewSection({ name, profile }: { name: SectionName; profile: PublicProfile }) {
  const { title, naming } = sectionWords[name]
  const fields = publicFieldsOf(name)
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {(profile.sections[sectionKey(name)] ?? []).map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: public entries have no ids, and their order does not change here.
          <li key={index}>
            <EntryText fields={fields} naming={publicName(naming)} entry={entry} heading="h4" />
          </li>
        ))}
      </ul>
    </section>
  )
}
