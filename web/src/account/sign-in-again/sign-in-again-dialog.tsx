import type { Proofs } from '@foyer/contract/errors'
import { useEffect, useRef } from 'react'
import { networkFailure } from '../../api/failure.ts'
import { signInWithCode } from '../../flow/proof/sign-in-with-code.ts'
import { signInWithPassword } from '../../flow/proof/sign-in-with-password.ts'
import { usePage } from '../../platforms/page-context.ts'
import { personHere } from '../../session/last-person.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { Dialog } from '../../ui/page/dialog.tsx'
import { type Proof, ProofDialog } from '../proof/proof-dialog.tsx'
import { hasPasskeys } from './find-proofs.ts'

type SignInAgainDialogProps = {
  /** Null if only the sign-in page can sign the user in. */
  proofs: Proofs | null
  /** What the user signs in with. */
  identifier: string
  user: StoredUser
  onSignedIn: () => void
  onCancel: () => void
  /** Leads to the sign-in page, which offers every way to sign in. */
  onPage: () => void
}

const title = 'Sign in again'

/** Signs the user in again whose session has ended. */
export function SignInAgainDialog(props: SignInAgainDialogProps) {
  const { proofs, identifier, user, onSignedIn, onCancel, onPage } = props
  const { platform } = usePage()
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => {
    const own = new AbortController()
    leaving.current = own
    return () => own.abort()
  }, [])

  if (!proofs)
    return (
      <Dialog title={title} status="" onCancel={onCancel}>
        <p className="stack">Your session has ended. What you typed is kept while you sign in.</p>
        <div className="dialog-answers">
          <Button onClick={onPage}>Go to sign-in</Button>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Dialog>
    )
  return (
    <ProofDialog
      {...{ title, proofs, user, prove, onCancel }}
      // The sign-in asks for the second factor itself.
      proveFactor={null}
      purpose="login"
      intro="Your session has ended. What you typed is still here."
      reason="to go on"
      submit="Sign in"
      askPasskey={hasPasskeys() ? askPasskey : null}
      onProven={onSignedIn}
    >
      <Button look="quiet" onClick={onPage}>
        Sign in another way
      </Button>
    </ProofDialog>
  )

  /** Another user's passkey signs nobody in here. */
  async function askPasskey() {
    const module = await import('../../session/sign-in-with-passkey.ts').catch(() => null)
    const { signal } = leaving.current ?? new AbortController()
    return module ? module.signInWithPasskey(platform, { user: user.uuid, signal }) : networkFailure()
  }

  function prove(proof: Proof) {
    const shown = { identifier, picture: personHere(user.uuid)?.picture ?? null }
    const { signal } = leaving.current ?? new AbortController()
    return 'password' in proof
      ? signInWithPassword(platform, { uuid: user.uuid }, proof.password, shown, signal)
      : signInWithCode(platform, proof, shown, signal)
  }
}
