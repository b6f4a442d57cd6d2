import { getProfile, type OwnProfile, putProfile } from '@foyer/contract/profile/profile-routes'
import { usePage } from '../../platforms/page-context.ts'
import { callOwn } from '../../session/own-call.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { SectionCard } from '../section-card.tsx'
import { PartLoading } from '../section-part.tsx'
import { useLoadedBy } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { type Content, fieldsOfHead } from './profile-fields.ts'
import { ProfileForm, type Target } from './profile-form.tsx'
import { ProfileLink } from './profile-link.tsx'

type AboutFormProps = { user: StoredUser; section: Section }
type Head = Omit<OwnProfile, 'sections'>

const title = 'About you'

const target: Target<Head> = {
  kind: 'version',
  read: (call) => call(getProfile, {}),
  replace: (call, body, { username }, version) =>
    call(putProfile, { body: { ...body, username } }, version === undefined ? {} : { ifMatch: version }),
  add: null,
}

/** Changes the head of the profile: who the user is and where. */
export function AboutForm({ user, section }: AboutFormProps) {
  const { platform } = usePage()
  const { data, setData, ...state } = useLoadedBy<Head>(
    (signal) => callOwn(platform, getProfile, {}, { signal }),
    section.leaveIfEnded,
  )
  return (
    <SectionCard
      page="account-profile"
      title={title}
      eyebrow={<ProfileLink />}
      lead="The first thing that others read."
      section={section}
    >
      {data ? (
        <ProfileForm<Head>
          // A version of another window replaces what the fields show.
          key={data.updatedAt}
          user={user}
          fields={fieldsOfHead}
          before={data as Content}
          form="about"
          heading={null}
          title={title}
          submit="Save"
          target={target}
          onSaved={(saved) => {
            setData(saved)
            section.setBanner('Saved.')
            document.getElementById('title')?.focus()
          }}
          onTheirs={(theirs) => theirs && setData(theirs)}
          onLeave={null}
          onSignedOut={section.leave}
        />
      ) : (
        <PartLoading what="your profile" {...state} />
      )}
    </SectionCard>
  )
}
