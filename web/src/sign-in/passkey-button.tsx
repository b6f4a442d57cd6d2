import { useEffect, useRef, useState } from 'react'
import { networkFailure } from '../api/failure.ts'
import { usePage } from '../platforms/page-context.ts'
import { readLastPerson } from '../session/last-person.ts'
import { Button } from '../ui/feedback/button.tsx'
import type { SignInEvent } from './sign-in-machine.ts'

type PasskeyButtonProps = { isBusy: boolean; send: (event: SignInEvent) => void }

/** Signs the user in with a passkey. Asks at once if that was the last way to sign in here. Hidden in browsers without passkeys. */
export function PasskeyButton({ isBusy, send }: PasskeyButtonProps) {
  const { platform } = usePage()
  const [isAsking, setAsking] = useState(false)
  const leaving = useRef(new AbortController())

  async function ask(): Promise<void> {
    if (isBusy || isAsking) return
    setAsking(true)
    const { signal } = leaving.current
    const answer = await import('../session/sign-in-with-passkey.ts').then(
      ({ signInWithPasskey }) => signInWithPasskey(platform, { signal }),
      () => networkFailure(),
    )
    if (signal.aborted) return
    setAsking(false)
    if (answer) send(answer.isSuccessful ? { type: 'signedIn' } : { type: 'passkeyRefused', failure: answer })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the step appears.
  useEffect(() => {
    if (window.PublicKeyCredential && readLastPerson(platform)?.method === 'passkey') ask()
    return () => leaving.current.abort()
  }, [])

  if (!window.PublicKeyCredential) return null
  return (
    <Button look="secondary" busyText={isAsking ? 'Waiting for your passkey…' : null} onClick={ask}>
      Use a passkey
    </Button>
  )
}
