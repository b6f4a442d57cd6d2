import { platformNames } from '@foyer/contract/platform-names'
import type { LogoutState } from '@foyer/contract/routes/browser-sessions'
import { useEffect } from 'react'
import { usePage } from '../platforms/page-context.ts'
import { announce } from '../ui/feedback/live-regions.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { type Ended, type PlatformLogout, usePlatformLogouts } from './use-platform-logouts.ts'

/** Shows what each platform says about the sign-out. Screen readers hear it when no platform is waited for. */
export function PlatformLogouts({ ended }: { ended: Ended }) {
  const { site } = usePage()
  const [platforms, isOpen] = usePlatformLogouts(ended)
  const texts = platforms.map((one) => ({ ...one, ...textOf(one, isOpen) }))
  const isWaiting = isOpen && platforms.some(({ state }) => state === 'waiting')
  const hasNoAnswer = texts.some(({ mark }) => mark === '!')
  const summary = isWaiting ? '' : texts.map(({ name, text }) => `${name}: ${text}.`).join(' ')
  useEffect(() => announce(summary), [summary])
  return (
    <>
      <ul className="platform-logouts">
        {texts.map(({ platform, name, text, mark }) => (
          <li key={platform} data-mark={mark}>
            <strong>{name}</strong>
            <span className="platform-logouts-state">
              {mark === '…' ? (
                <Spinner />
              ) : (
                <span aria-hidden="true">
                  <span className="platform-logouts-mark">{mark}</span>
                </span>
              )}
              {text}
            </span>
          </li>
        ))}
      </ul>
      {hasNoAnswer && (
        <p className="small">
          {isOpen ? `${site.provider} keeps trying. ` : ''}A platform without an answer may still have you
          signed in: open it and sign out there.
        </p>
      )}
    </>
  )
}

type Text = { name: string; text: string; mark: string }

/** A platform that was waited for until the end gave no answer. */
function textOf({ platform, state }: PlatformLogout, isOpen: boolean): Text {
  const name = platformNames[platform].displayName
  const noAnswer = { text: isOpen ? 'no answer yet' : 'no answer', mark: '!' }
  const texts: Record<LogoutState, Omit<Text, 'name'>> = {
    confirmed: { text: 'signed out', mark: '✓' },
    waiting: isOpen ? { text: 'waiting…', mark: '…' } : noAnswer,
    'no-answer': noAnswer,
    none: { text: 'ends when its session expires', mark: '–' },
  }
  return { name, ...texts[state] }
}
