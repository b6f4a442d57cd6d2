import { platformNames } from '@foyer/contract/platform-names'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { continueWithProof } from '@foyer/contract/routes/browser-sessions'
import { useState } from 'react'
import { queueSignIn } from '../../analytics/analytics.ts'
import { call } from '../../api/call.ts'
import { type Failure, sentenceOf } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { rememberPerson } from '../../session/last-person.ts'
import { storeAuth } from '../../session/stored-auth.ts'
import { isByPasskey } from '../../session/token-methods.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { EntryLink } from '../navigation/entry-link.tsx'
import { withSecondStep } from '../second-step/with-second-step.ts'
import { PlatformConsent } from './consent.tsx'
import { PlatformLinks, signInAt } from './platform-links.tsx'

export type ProofMethod = 'password' | 'otp'

type OwnDoorsProps = {
  platforms: readonly Platform[]
  /** The token of the proof; null if the user has to prove the account again. */
  proof: string | null
  identifier: () => string
  /** How the user of this form proves the account. */
  method: ProofMethod
}

/**
 * Opens one of the user's platforms with the proof that this platform refused, or adds this platform to the account. Links
 * to sign-in replace the buttons in a frame, and once the proof is no longer valid.
 */
export function OwnDoors({ platforms, proof, identifier, method }: OwnDoorsProps) {
  const { platform: here, paths, brand } = usePage()
  const [entering, setEntering] = useState<Platform | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const kind = document.documentElement.dataset.window
  const isUsable = proof !== null && !(failure && isUsedUp(failure))
  const signUp = platformRow(here).signUp
  return (
    <div className="own-doors">
      {isUsable && !kind && platforms.length > 0 ? (
        <div className="platform-links">
          <p>You can go to:</p>
          <ul>
            {platforms.map((platform) => (
              <li key={platform}>{door(platform)}</li>
            ))}
          </ul>
        </div>
      ) : (
        <PlatformLinks {...{ platforms, identifier }} />
      )}
      {signUp === 'open' && isUsable && kind !== 'frame' ? (
        <div className="platform-links">
          <p>Or add {brand.displayName} to your account:</p>
          <PlatformConsent id="add-here" displayName={brand.displayName} />
          {door(here)}
        </div>
      ) : (
        signUpTexts[signUp] !== null &&
        paths.signUp && (
          <p>
            <EntryLink href={paths.signUp} typed={identifier}>
              {signUpTexts[signUp](brand.displayName)}
            </EntryLink>
          </p>
        )
      )}
      {failure && <p role="alert">{sentenceOf(failure)}</p>}
    </div>
  )

  function door(platform: Platform) {
    const { displayName } = platform === here ? brand : platformNames[platform]
    const busyText = entering === platform ? `Taking you to ${displayName}…` : null
    return (
      <Button
        look="secondary"
        aria-describedby={platform === here ? 'add-here' : undefined}
        {...{ busyText }}
        onClick={() => enter(platform)}
      >
        {platform === here ? `Add ${displayName} and continue` : displayName}
      </Button>
    )
  }

  async function enter(platform: Platform): Promise<void> {
    if (entering || proof === null) return
    setEntering(platform)
    setFailure(null)
    const body = { proof, platform, delivery: kind === 'popup' ? 'popup' : 'redirect' } as const
    const agreed = platform === here ? ({ addPlatform: true } as const) : {}
    const continued = await call(continueWithProof, { body: { ...body, ...agreed } })
    const answer = await withSecondStep(platform, continued)
    if (!answer.isSuccessful) {
      setEntering(null)
      setFailure(answer)
      return
    }
    storeAuth(answer.data)
    // A passkey can be chosen on the form of every step, and may be another user's than the one who was typed.
    const shown = isByPasskey(answer.data.accessToken)
      ? ({ identifier: answer.data.user.email ?? '', method: 'passkey' } as const)
      : { identifier: identifier(), method }
    rememberPerson(answer.data, shown)
    queueSignIn(answer.data, shown.method)
    // The page of the platform finds the session, and hands the user over.
    if (platform === here) location.reload()
    else location.assign(signInAt(platform, shown.identifier))
  }
}

const signUpTexts = {
  open: (name: string) => `Add ${name} to this account`,
  school: () => 'Sign up a school with this account',
  invitation: null,
}

/** Returns whether the proof opens nothing any more; after a wait or without a network the user may tap again. */
function isUsedUp({ errors: { code } }: Failure): boolean {
  return code === 'not-signed-in-here' || code === 'proof-needed' || code === 'no-membership'
}
