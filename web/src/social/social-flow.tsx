import type { SocialProvider } from '@foyer/contract/social/providers'
import { useEffect, useRef } from 'react'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { usePage } from '../platforms/page-context.ts'
import { DetailsDialog, OfferDialog } from './social-dialogs.tsx'
import { socialEffects } from './social-effects.ts'
import { socialMachine, socialStart } from './social-machine.ts'
import { FormTop, SocialNotice, SocialWait } from './social-notices.tsx'
import type { SocialPage, SocialStart } from './social-types.ts'

type SocialFlowProps = {
  page: SocialPage
  start: SocialStart
  /** Opens the provider's page again, in the click. */
  onBeginAgain: (provider: SocialProvider, button: HTMLElement) => void
}

/** Takes a social sign-in from the provider's window to a session, with what the service asks on the way (Spec 4, 5, 8). */
export function SocialFlow({ page, start, onBeginAgain }: SocialFlowProps) {
  const { platform, brand } = usePage()
  const [{ state, context, entry }, send] = useStepMachine(
    socialMachine,
    socialStart(page.purpose),
    socialEffects({ platform, source: brand.partner?.source, onSignedIn: page.onSignedIn }),
  )
  const button = useRef<HTMLElement>(null)
  const { provider, dialog, failure } = context

  useEffect(() => {
    if (start.kind === 'returned') return send({ type: 'arrived', result: start.result })
    button.current = start.button
    send({ type: 'left', provider: start.provider, popup: { channel: start.channel, window: start.popup } })
  }, [start, send])

  const isBack = state === 'idle' && entry > 0 && !failure
  // biome-ignore lint/correctness/useExhaustiveDependencies: each way back moves the focus once.
  useEffect(() => {
    if (isBack) origin().focus()
  }, [isBack])

  /** The button that began; after a full redirect, or on a form that was shown anew, the heading. */
  function origin(): HTMLElement {
    const begun = button.current
    return (begun?.isConnected ? begun : document.getElementById('title')) ?? document.body
  }

  if (!provider) return null
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
