import { addPasskey, startPasskey } from '@foyer/contract/routes/passkeys'
import { useEffect, useEffectEvent, useState } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { callSignedIn } from '../../session/signed-in-call.ts'
import { takeEnrolment } from '../../session/signed-in-here.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ArchSign } from '../../ui/page/arch-sign.tsx'
import { Heading } from '../../ui/page/card.tsx'
import { useTitle } from '../navigation/use-title.ts'

type PasskeyOfferProps = {
  /** Set once the handover has begun. */
  busyText: string | null
  /** Goes on to the platform, with a passkey or without one. */
  onDone: () => void
}

const title = 'Sign in faster next time'

/** Offers a passkey after a sign-in. Whatever becomes of it, the user goes on to the platform. */
export function PasskeyOffer({ busyText, onDone }: PasskeyOfferProps) {
  const { platform, brand } = usePage()
  const [isAdding, setAdding] = useState(false)
  const goOn = useEffectEvent(onDone)
  useTitle(title, true)
  useEffect(() => {
    document.getElementById('title')?.focus()
    const onBack = () => goOn()
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [])

  const waiting = busyText ?? (isAdding ? 'Waiting for your passkey…' : null)
  return (
    <>
      <ArchSign />
      <Heading
        title={title}
        lead="A passkey signs you in with your fingerprint, your face or the PIN of this device, and nobody can guess it."
      />
      <div className="stack">
        <Button busyText={waiting} onClick={add}>
          Add a passkey
        </Button>
        <Button look="secondary" onClick={waiting ? undefined : onDone}>
          Not now
        </Button>
        <p className="small">
          You can add one later in ‘Security’. Next, we take you to {brand.displayName}.
        </p>
      </div>
    </>
  )

  async function add(): Promise<void> {
    setAdding(true)
    await make().catch(() => {})
    onDone()
  }

  async function make(): Promise<void> {
    const asked = await callSignedIn(platform, startPasskey, {}, { reload: false })
    if (asked === 'reloading' || !asked.isSuccessful) return
    const { makePasskey } = await import('../../session/make-passkey.ts')
    const credential = await makePasskey(asked.data.options)
    if (typeof credential === 'string') return
    const added = await callSignedIn(platform, addPasskey, { body: { credential } }, { reload: false })
    // A passkey is two factors, so nothing else is to be set up.
    if (added !== 'reloading' && added.isSuccessful) takeEnrolment(platform)
  }
}
