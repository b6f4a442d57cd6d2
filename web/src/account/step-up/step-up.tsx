import type { Proofs } from '@foyer/contract/errors'
import { useEffect, useState } from 'react'
import { lazyComponent } from '../../flow/machine/lazy-component.ts'
import { usePage } from '../../platforms/page-context.ts'
import { setProofQuestion } from '../../session/step-up.ts'
import { readStoredAuth, type StoredUser } from '../../session/stored-auth.ts'

const dialog = lazyComponent(() => import('./step-up-dialog.tsx'), 'StepUpDialog')

type Question = {
  proofs: Proofs
  user: StoredUser
  /** The element that had the focus, which gets it back. */
  opener: Element | null
  answer: (isProven: boolean) => void
}

/** Shows the dialog that asks for a proof, when a call needs one. */
export function StepUp() {
  const { platform } = usePage()
  const [question, setQuestion] = useState<Question | null>(null)

  useEffect(
    () =>
      setProofQuestion(async (proofs) => {
        await dialog.load()
        const user = readStoredAuth(platform)?.user
        // The session has ended meanwhile, which the repeated call finds out.
        if (!user) return true
        return new Promise((answer) => {
          setQuestion({ proofs, user, opener: document.activeElement, answer })
        })
      }),
    [platform],
  )

  useEffect(() => {
    if (!question) return
    const { opener, answer } = question
    return () => {
      answer(false)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [question])

  const StepUpDialog = dialog.loaded()
  if (!question || !StepUpDialog) return null
  const { proofs, user } = question
  return (
    <StepUpDialog
      {...{ proofs, user }}
      onDone={(isProven) => {
        question.answer(isProven)
        setQuestion(null)
      }}
    />
  )
}
