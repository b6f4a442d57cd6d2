import type { Proofs } from '@foyer/contract/errors'
import { stepUp } from '@foyer/contract/routes/step-up'
import { endedSession } from '../../api/browser-failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { callSignedIn } from '../../session/signed-in-call.ts'
import { readStoredAuth, type StoredUser } from '../../session/stored-auth.ts'
import { type FactorProof, type Proof, ProofDialog } from '../proof/proof-dialog.tsx'
import { proveByPasskey } from './prove-by-passkey.ts'

type StepUpDialogProps = {
  proofs: Proofs
  user: StoredUser
  /** Called with true after the proof, or once the session has ended: the repeated call then asks to sign in again. */
  onDone: (isProven: boolean) => void
}

/** Asks for a proof of a signed-in user. */
export function StepUpDialog({ proofs, user, onDone }: StepUpDialogProps) {
  const { platform } = usePage()
  return (
    <ProofDialog
      {...{ proofs, user }}
      title="Confirm that it’s you"
      purpose="step_up"
      intro={null}
      reason="before you change this"
      submit="Confirm"
      prove={prove}
      proveFactor={prove}
      askPasskey={proofs.hasPasskey ? () => proveByPasskey(platform) : null}
      onProven={() => onDone(true)}
      onRefused={() => {
        const isOver = !readStoredAuth(platform)
        if (isOver) onDone(true)
        return isOver
      }}
      onCancel={() => onDone(false)}
    />
  )

  async function prove(proof: Proof | FactorProof) {
    const answer = await callSignedIn(platform, stepUp, { body: proof }, { reload: false })
    return answer === 'reloading' ? endedSession() : answer
  }
}
