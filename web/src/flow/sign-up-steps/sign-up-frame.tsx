import type { Platform } from '@foyer/contract/platforms'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import type { Outcome } from '../../session/handover.ts'
import { EntryCard, useTakingYou } from '../form/entry-card.tsx'
import { lazyComponent, useLazyComponent } from '../machine/lazy-component.ts'
import { showPage } from '../navigation/page-history.ts'
import { useSignedIn } from '../navigation/use-signed-in.ts'
import type { SignUpField } from './field-list.ts'
import './sign-up-frame.css'

const stoppedNotice = lazyComponent(() => import('../form/stopped-notice.tsx'), 'StoppedNotice')

type FrameEvent<N extends string> =
  | { type: 'signedIn' }
  | { type: 'retried' }
  | { type: 'typed'; values: Partial<Record<N | 'password1' | 'password2', string>> }

type SignUpFrameProps<F extends SignUpField> = {
  platform: Platform
  fields: readonly F[]
  state: string
  outcome: Outcome | null
  isBusy: boolean
  send: (event: FrameEvent<F['name']>) => void
  /** The user starts to use the form. */
  onNear: () => void
  children: ReactNode
}

/** Shows the card of a sign-up: its step, or why the signed-in user stays on this page. Keeps text that is not submitted. */
export function SignUpFrame<F extends SignUpField>(props: SignUpFrameProps<F>) {
  const { platform, fields, state, outcome, isBusy, send, onNear, children } = props
  const StoppedNotice = useLazyComponent(stoppedNotice, outcome !== null)
  const takingYou = useTakingYou()
  useSignedIn(platform, state, () => send({ type: 'signedIn' }))

  useEffect(() => {
    if (outcome?.kind === 'invalid-url') showPage('invalid-url')
  }, [outcome])

  return (
    <EntryCard onNear={onNear}>
      <div onInput={keepTyped}>
        {outcome && outcome.kind !== 'invalid-url'
          ? StoppedNotice && (
              <StoppedNotice
                outcome={outcome}
                busyText={isBusy ? takingYou : null}
                onRetry={() => send({ type: 'retried' })}
              />
            )
          : children}
      </div>
    </EntryCard>
  )

  /** A user who goes Back and returns finds the text again. */
  function keepTyped({ target }: FormEvent): void {
    const { name, value } = target as HTMLInputElement
    const known = fields.find(({ input }) => input === name)?.name ?? passwordNames[name]
    if (known) send({ type: 'typed', values: { [known]: value } as Record<F['name'], string> })
  }
}

const passwordNames: Record<string, string> = {
  'new-password': 'password1',
  'confirm-password': 'password2',
}
