import { platformNames } from '@foyer/contract/platform-names'
import { platforms } from '@foyer/contract/platforms'
import {
  type AccountHere,
  findBrowserSession,
  removeAccountHere,
} from '@foyer/contract/routes/browser-sessions'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { sentenceOf } from '../../api/failure.ts'
import { removeText } from '../../api/storage/browser-storage.ts'
import { hereKey } from '../../api/storage/storage-keys.ts'
import { PlatformConsent } from '../../flow/form/consent.tsx'
import { usePage } from '../../platforms/page-context.ts'
import { forgetPerson, readLastPerson } from '../../session/last-person.ts'
import { clearStoredAuth, readStoredAuth } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { showToast } from '../../ui/feedback/toast-text.ts'
import { Avatar, IdentityChip } from '../../ui/page/identity-chip.tsx'
import { KnownFoot } from './known-foot.tsx'
import type { KnownPersonProps } from './known-person.tsx'
import { endOffer } from './use-known.ts'
import './accounts-here.css'

/**
 * Offers the accounts that are signed in at other platforms of this browser. The first one is that of the early script;
 * the service then says which accounts may enter this platform, and how.
 */
export function AccountsHere({ input, offer, onContinue }: KnownPersonProps) {
  const { platform, brand } = usePage()
  const { choose, reread } = offer
  const [chosen, setChosen] = useState(document.documentElement.dataset.known ?? '')
  const [accounts, setAccounts] = useState<readonly AccountHere[] | null>(null)
  const [local] = useState(() => accountOf(chosen))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read once.
  useEffect(() => {
    const controller = new AbortController()
    call(findBrowserSession, { query: { platform } }, controller).then((answer) => {
      // Without a list the offer stays, and the service decides at the tap.
      if (answer.isSuccessful && !controller.signal.aborted) show(answer.data.accounts)
    })
    copyTexts(input.current?.form, accountOf(chosen)?.firstName ?? '')
    if (isIdle() && matchMedia('(pointer: fine)').matches)
      input.current?.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
    return () => controller.abort()
  }, [])

  const account = accounts?.find(({ uuid }) => uuid === chosen)
  const others = accounts?.filter((one) => one !== account && entersHere(one)) ?? []
  const name = account?.fullName || local?.fullName || ''
  return (
    <>
      <IdentityChip
        name={name}
        picture={account?.picture ?? local?.picture ?? null}
        identifier={`Signed in at ${platformNames[account?.platforms[0]?.platform ?? local?.platform ?? platform].displayName}`}
        label="Continuing as"
      />
      {others.length > 0 && (
        <ul className="accounts-here" aria-label="Other accounts in this browser">
          {others.map((other) => (
            <li key={other.uuid}>
              <button type="button" className="identity-chip" onClick={() => take(other)}>
                <Avatar name={other.fullName} picture={other.picture} />
                <span className="identity-chip-text">
                  <span className="identity-chip-name">{other.fullName}</span>
                  <span className="identity-chip-identifier">
                    <bdi dir="ltr">{other.contact}</bdi>
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <KnownFoot>
        <Button look="quiet" onClick={useAnother}>
          Use another account
        </Button>
        <Button look="quiet" onClick={() => remove(chosen)}>
          Remove {name.split(' ')[0] || 'this account'} from this browser
        </Button>
      </KnownFoot>
      {account?.entry === 'add' && (
        <>
          <p>Your account has no {brand.displayName} yet. If you continue:</p>
          <PlatformConsent displayName={brand.displayName} />
        </>
      )}
    </>
  )

  function show(listed: readonly AccountHere[]): void {
    setAccounts(listed)
    const usable = listed.filter(entersHere)
    const next = usable.find(({ uuid }) => uuid === chosen) ?? usable[0]
    if (next) {
      present(next)
      return
    }
    if (listed.length === 0) removeText('localStorage', hereKey)
    end(listed[0] ? `${listed[0].fullName} has no access to ${brand.displayName}.` : null)
  }

  function present({ uuid, fullName, entry }: AccountHere): void {
    setChosen(uuid)
    choose({ by: 'here', account: uuid, addPlatform: entry === 'add' })
    copyTexts(input.current?.form, fullName.split(' ')[0] ?? '', entry === 'add' ? brand.displayName : null)
  }

  /** Continues as another account; an account without the platform shows first what the tap adds. */
  function take(other: AccountHere): void {
    present(other)
    if (other.entry !== 'add') onContinue({ by: 'here', account: other.uuid, addPlatform: false })
  }

  function useAnother(): void {
    end(null)
    input.current?.focus()
  }

  /** Ends the offer, so that the form asks for an identifier. */
  function end(reason: string | null): void {
    endOffer()
    if (reason) {
      showToast(reason)
      announce(reason)
    }
    reread()
  }

  async function remove(uuid: string): Promise<void> {
    const answer = await call(removeAccountHere, { params: { id: uuid } })
    if (!answer.isSuccessful) return showToast(sentenceOf(answer))
    for (const one of platforms) {
      if (readStoredAuth(one)?.user.uuid === uuid) clearStoredAuth(one)
      if (readLastPerson(one)?.uuid === uuid) forgetPerson(one)
    }
    const left = accounts?.filter((one) => one.uuid !== uuid) ?? []
    announce('The account was removed from this browser.')
    show(left)
  }
}

const entersHere = ({ entry }: AccountHere) => entry !== 'no-membership'

/** Returns what this browser keeps of a signed-in user. */
function accountOf(uuid: string) {
  const platform = platforms.find((one) => readStoredAuth(one)?.user.uuid === uuid)
  if (!platform) return null
  const { firstName, fullName } = readStoredAuth(platform)?.user ?? { firstName: '', fullName: '' }
  const person = readLastPerson(platform)
  return { platform, firstName, fullName, picture: person?.uuid === uuid ? person.picture : null }
}

/** Replaces the texts that style sheets draw, because some assistive technology ignores generated content. */
function copyTexts(
  form: HTMLFormElement | null | undefined,
  firstName: string,
  added: string | null = null,
): void {
  const texts = {
    title: firstName ? `Welcome, ${firstName}` : 'Welcome',
    label: `${added ? `Add ${added} and continue` : 'Continue'}${firstName && ` as ${firstName}`}`,
  }
  for (const [name, text] of Object.entries(texts)) {
    const place = form?.querySelector(`.known-${name}`)
    if (place) place.textContent = text
  }
}

function isIdle(): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement?.id === 'title'
}
