import { waitInWords } from '@foyer/contract/errors'
import { resetLinkSeconds } from '@foyer/contract/shared-values'
import { useEffect, useState } from 'react'
import { placedContact } from '../flow/form/national-number.ts'
import { useFirstFocus } from '../flow/form/use-first-focus.ts'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { identifierIn } from '../flow/navigation/page-query.ts'
import { LinkSent } from '../flow/sent-link/link-sent.tsx'
import { SignInLink } from '../flow/sent-link/sign-in-link.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Card, Step } from '../ui/page/card.tsx'
import { followSent, forgotEffects } from './forgot-effects.ts'
import { ForgotForm } from './forgot-form.tsx'
import { forgotMachine, forgotStart } from './forgot-machine.ts'

const resetLinkLife = waitInWords(resetLinkSeconds)

/** Requests a link that sets a new password. The answer is the same whether or not an account exists (product 2.5). */
export function ForgotPasswordPage() {
  const { platform } = usePage()
  const [{ state, context, entry }, send] = useStepMachine(
    forgotMachine,
    forgotStart,
    forgotEffects(platform),
  )
  const { identifier, resendAtMs, isAgain, failure } = context

  useEffect(() => {
    const carried = identifierIn(new URLSearchParams(location.search))
    const input = document.querySelector<HTMLInputElement>('#username')
    if (carried && input?.value === '') send({ type: 'prefilled', identifier: carried })
    return followSent(send)
  }, [send])

  useFirstFocus('#username')

  /**
   * The address with the assumed country. The answer is the same for every number, so only this text shows the user a wrong
   * country.
   */
  const [address, setAddress] = useState('')
  const isSent = state === 'sent' || state === 'sendingAgain'
  useEffect(() => {
    setAddress(identifier)
    if (isSent) placedContact(identifier).then(setAddress)
  }, [identifier, isSent])

  const shared = { identifier, failure, onRetry: () => send({ type: 'retried' }) }
  const below = <SignInLink identifier={identifier}>Back to sign in</SignInLink>
  return (
    <Card>
      {isSent ? (
        <Step isNext key="sent">
          <LinkSent
            {...shared}
            sentence={`If there is an account for {address}, we’ve sent a link. It works for ${resetLinkLife}.`}
            address={address}
            resendAtMs={resendAtMs}
            isAgain={isAgain}
            isBusy={state === 'sendingAgain'}
            onResend={() => send({ type: 'linkRequested' })}
            onChange={() => send({ type: 'changed' })}
            below={below}
          />
        </Step>
      ) : (
        <Step isNext={entry > 0} key="form">
          <ForgotForm
            {...shared}
            isReturn={entry > 0}
            isBusy={state === 'sending'}
            below={below}
            onSubmit={(typed) => send({ type: 'submitted', identifier: typed })}
          />
        </Step>
      )}
    </Card>
  )
}
