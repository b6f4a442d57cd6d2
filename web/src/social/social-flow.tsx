import type { SocialProvider } from '@foyer/contract/social/providers'
import { useEffect, useRef } from 'react'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { usePage } from '../platforms/page-context.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { restoreTyped } from './link/cover-form.ts'
import { DetailsDialog, OfferDialog } from './social-dialogs.tsx'
import { socialEffects } from './social-effects.ts'
import { socialMachine, socialStart } from './social-machine.ts'
import { FormTop, SocialNotice, SocialWait } from './social-notices.tsx'
import type { SocialPage, SocialStart } from './social-types.ts'

/** Loaded in advance while the user is at the provider, because few users need this code. */
const linkAccount = lazyComponent(() => import('./link/link-account.tsx'), 'LinkAccount')

type SocialFlowProps = {
  page: SocialPage
  start: SocialStart
  /** Opens the provider's page again, during the click. */
  onBeginAgain: (provider: SocialProvider, button: HTMLElement) => void
}

/**
 * Runs a social sign-in from the provider's window to a session, including the service's questions to the user (product 4,
 * 5, 8).
 */
export function SocialFlow({ page, start, onBeginAgain }: SocialFlowProps) {
  const { platform, brand } = usePage()
  const [{ state, context, entry }, send] = useStepMachine(
    socialMachine,
    socialStart(page.purpose),
    socialEffects(page, { platform, source: brand.partner?.source }),
  )
  const LinkAccount = useLazyComponent(linkAccount, true)
  const button = useRef<HTMLElement>(null)
  const { provider, dialog, failure, account } = context

  useEffect(() => {
    if (start.kind === 'returned') return send({ type: 'arrived', result: start.result })
    if (start.kind === 'kept') return send({ type: 'kept', pending: start.pending })
    button.current = start.button
    send({ type: 'left', provider: start.provider, popup: { channel: start.channel, window: start.popup } })
  }, [start, send])

  const isBack = state === 'idle' && entry > 0 && !failure
  // biome-ignore lint/correctness/useExhaustiveDependencies: each way back moves the focus once.
  useEffect(() => {
    if (state !== 'linking') restoreTyped()
    if (isBack) origin().focus()
  }, [isBack, state])

  /** Returns the element to focus: the button that started the sign-in, or the heading if that button is gone. */
  function origin(): HTMLElement {
    const begun = button.current
    return (begun?.isConnected ? begun : document.getElementById('title')) ?? document.body
  }

  if (!provider) return null
  if (account) {
    if (!LinkAccount) return <PageSpinner text="Loading…" />
    return (
      <LinkAccount
        key={context.reference}
        provider={provider}
        accessToken={context.reference}
        account={account}
        {...(context.email && { email: context.email })}
        challenge={start.kind === 'kept' ? start.challenge : null}
        onSignedIn={(session) => send({ type: 'linked', session })}
        onCancel={() => send({ type: 'cancelled' })}
        onAgain={() => onBeginAgain(provider, origin())}
      />
    )
  }
  const isCreating = state === 'creating'
  const isWaiting = ['away', 'signingIn', 'finishing'].includes(state)
  const onCancel = () => send({ type: 'cancelled' })
  const onRetry = () => send({ type: 'retried' })
  const dialogs = { context, isBusy: isCreating, onCancel, onRetry }
  const isIdle = state === 'idle' || state === 'away'
  return (
    <>
      {failure && isIdle ? (
        <FormTop>
          <SocialNotice
            key={entry}
            {...{ provider, failure }}
            onRepeat={context.reference ? onRetry : null}
            onBeginAgain={() => onBeginAgain(provider, origin())}
          />
        </FormTop>
      ) : (
        isWaiting && (
          <FormTop>
            <SocialWait {...{ provider, onCancel, onRetry }} isAway={state === 'away'} />
          </FormTop>
        )
      )}
      {dialog === 'offer' && (state === 'offering' || isCreating) && (
        <OfferDialog {...dialogs} onConfirm={() => send({ type: 'confirmed' })} />
      )}
      {dialog === 'details' && (state === 'asking' || isCreating) && (
        <DetailsDialog {...dialogs} onSubmit={(details) => send({ type: 'detailsSubmitted', ...details })} />
      )}
    </>
  )
}
