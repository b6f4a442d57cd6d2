/** Checks a link that sets a password, sets the password, or sends a new link if the link is dead. */
import type { LinkPurpose } from '@foyer/contract/routes/password-links'
import { type ReactNode, useEffect } from 'react'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { showPage } from '../flow/navigation/page-history.ts'
import { LinkSent } from '../flow/sent-link/link-sent.tsx'
import { SignInLink } from '../flow/sent-link/sign-in-link.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Card, Step } from '../ui/page/card.tsx'
import { CheckingLink } from './checking-link.tsx'
import { DeadLink } from './dead-link.tsx'
import { linkEffects } from './link-effects.ts'
import { LinkForm } from './link-form.tsx'
import { readSent, takeLink } from './link-in-address.ts'
import { linkMachine, linkStart } from './link-machine.ts'
import { linkTexts } from './link-texts.ts'
import './link-page.css'

const stoppedNotice = lazyComponent(() => import('../flow/form/stopped-notice.tsx'), 'StoppedNotice')

/** The page for a user who forgot the password (product 2.1). */
export function ResetPasswordPage() {
  return <LinkPage purpose="reset" />
}

/** The page for a user who was invited to a platform (product 2.1). */
export function CreatePasswordPage() {
  return <LinkPage purpose="create" />
}

/** The page for a user who was invited to the closed beta. Setting the password signs the user in at once (product 2.1). */
export function BetaPasswordPage() {
  return <LinkPage purpose="beta" />
}

function LinkPage({ purpose }: { purpose: LinkPurpose }) {
  const { platform, site } = usePage()
  const [{ state, context }, send] = useStepMachine(
    linkMachine,
    linkStart,
    linkEffects({ platform, site }, () => new URLSearchParams(location.search)),
  )
  const { owner, failure, deadReason, account, resendAtMs, isAgain, outcome } = context
  const StoppedNotice = useLazyComponent(stoppedNotice, outcome !== null)
  const onRetry = () => send({ type: 'retried' })

  useEffect(() => {
    const link = takeLink()
    const sent = link && readSent()
    send(sent ? { type: 'sentBefore', link, ...sent } : { type: 'arrived', link })
  }, [send])

  useEffect(() => {
    if (outcome?.kind === 'invalid-url') showPage('invalid-url')
  }, [outcome])

  return <Card>{step()}</Card>

  function step(): ReactNode {
    if (outcome && outcome.kind !== 'invalid-url') {
      return (
        StoppedNotice && (
          <StoppedNotice
            outcome={outcome}
            busyText={state === 'handingOver' ? 'One moment…' : null}
            onRetry={onRetry}
          />
        )
      )
    }
    if (state === 'checking' || state === 'unknown') {
      return (
        <CheckingLink
          purpose={purpose}
          failure={failure}
          isChecking={state === 'checking'}
          onRetry={onRetry}
        />
      )
    }
    if (account !== null && (state === 'sent' || state === 'sendingAgain')) {
      return (
        <Step isNext key="sent">
          <LinkSent
            sentence={linkTexts[purpose].sent}
            address={account}
            resendAtMs={resendAtMs}
            isAgain={isAgain}
            isBusy={state === 'sendingAgain'}
            failure={failure}
            onResend={() => send({ type: 'linkRequested' })}
            onRetry={onRetry}
            below={<SignInLink identifier={null}>Back to sign in</SignInLink>}
          />
        </Step>
      )
    }
    if (deadReason !== null) {
      return (
        <DeadLink
          deadReason={deadReason}
          purpose={purpose}
          account={account}
          failure={failure}
          isBusy={state === 'sending'}
          onSend={() => send({ type: 'linkRequested' })}
          onRetry={onRetry}
        />
      )
    }
    return (
      owner && (
        <LinkForm
          purpose={purpose}
          owner={owner}
          signInWith={context.signInWith}
          failure={failure}
          state={state}
          onSubmit={(passwords) => send({ type: 'submitted', ...passwords })}
          onRetry={onRetry}
        />
      )
    )
  }
}
