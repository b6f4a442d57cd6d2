import { platformUrl } from '@foyer/contract/navigation/platform-links'
import { getProfile, getUsername, type OwnProfile, putProfile } from '@foyer/contract/profile/profile-routes'
import { username as usernameSchema } from '@foyer/contract/profile/username'
import { useEffect, useState } from 'react'
import { safeParse } from 'valibot'
import { sentenceOf } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { callOwn } from '../../session/own-call.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { BrokenAddress } from '../broken-address.tsx'
import { fieldsOfHead, usernameField } from '../profile/profile-fields.ts'
import { ProfileForm, type Target } from '../profile/profile-form.tsx'
import { PartLoading } from '../section-part.tsx'
import { useLoadedBy } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { CopyButton } from './copy-button.tsx'

type Head = Omit<OwnProfile, 'sections'>

const fields = [usernameField]

const target: Target<Head> = {
  kind: 'version',
  read: (call) => call(getProfile, {}),
  replace: async (call, { username }, current, version) => {
    const head = Object.fromEntries(
      fieldsOfHead.map(({ name }) => [name, current[name as keyof Head]]),
    ) as Omit<Head, 'username'>
    const answer = await call(
      putProfile,
      { body: { ...head, username: username ?? '' } },
      version === undefined ? {} : { ifMatch: version },
    )
    if (answer === 'reloading' || answer.isSuccessful || answer.errors.code !== 'username-taken')
      return answer
    return { ...answer, errors: { ...answer.errors, fieldErrors: { username: [sentenceOf(answer)] } } }
  },
  add: null,
}

type OwnAddressProps = { user: StoredUser; section: Section; onSaved: () => void }

/** Shows the addresses of the public pages, and changes the username in them. */
export function OwnAddress({ user, section, onSaved }: OwnAddressProps) {
  const { platform } = usePage()
  const { data, setData, ...state } = useLoadedBy<Head>(
    (signal) => callOwn(platform, getProfile, {}, { signal }),
    section.leaveIfEnded,
  )
  const [typed, setTyped] = useState('')
  if (!data) return <PartLoading what="your address" {...state} />
  return (
    <>
      <PublicAddresses username={data.username} />
      <div className="username" onInput={({ target: input }) => setTyped((input as HTMLInputElement).value)}>
        <ProfileForm<Head>
          // A version of another window replaces what the field shows.
          key={data.updatedAt}
          user={user}
          fields={fields}
          before={{ username: data.username }}
          form="username"
          heading={null}
          title="Public profile"
          submit="Save username"
          target={target}
          below={<Availability typed={typed} own={data.username} />}
          onSaved={(saved) => {
            setData(saved)
            setTyped('')
            section.setBanner('Username saved. Links with the old one no longer work.')
            document.getElementById('address-title')?.focus()
            onSaved()
          }}
          onTheirs={(theirs) => theirs && setData(theirs)}
          onLeave={null}
          onSignedOut={section.leave}
        />
      </div>
    </>
  )
}

/** Platforms without a site of their own show no public profiles. */
function PublicAddresses({ username }: { username: string }) {
  const {
    site: { home, paths },
  } = usePage()
  if (home === null) return null
  const addresses = [
    { label: 'Profile', page: 'profile' },
    { label: 'Skill profile', page: 'publicSkillProfile' },
  ] as const
  return (
    <ul className="public-addresses">
      {addresses.map(({ label, page }) => {
        const url = platformUrl({ home, paths }, { page, rest: username })
        return (
          <li key={page}>
            <span>{label}</span>
            <a href={url} dir="ltr">
              <BrokenAddress url={url} />
            </a>
            <CopyButton text={url} what={`the address of your ${label.toLowerCase()}`} />
          </li>
        )
      })}
    </ul>
  )
}

/** The form asks only when the user stops typing for so long. */
const pauseMs = 400

type AvailabilityProps = { typed: string; own: string }

/** Says whether the typed username is free, before the user saves it. */
function Availability({ typed, own }: AvailabilityProps) {
  const { platform } = usePage()
  const [known, setKnown] = useState<{ username: string; isAvailable: boolean } | null>(null)
  const parsed = safeParse(usernameSchema, typed)
  const username = parsed.success && parsed.output !== own ? parsed.output : null
  useEffect(() => {
    if (username === null) return
    const leaving = new AbortController()
    const timer = setTimeout(async () => {
      const options = { signal: leaving.signal }
      const answer = await callOwn(platform, getUsername, { params: { username } }, options)
      // Saving checks the name again, so a failed question needs no sentence.
      if (answer !== 'reloading' && answer.isSuccessful && !leaving.signal.aborted) setKnown(answer.data)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [platform, username])
  return (
    <p className="username-status" role="status">
      {known && known.username === username && (
        <>
          <bdi dir="ltr">{known.username}</bdi>{' '}
          {known.isAvailable ? 'is free.' : 'is taken. Choose another one.'}
        </>
      )}
    </p>
  )
}
