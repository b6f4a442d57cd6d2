/** Shows the buttons of the social providers on the pages of sign-in and sign-up (product 2.3, 2.4). */
import { providerNames, type SocialProvider } from '@foyer/contract/social/providers'
import { useEffect } from 'react'
import { networkFailure, sentenceOf } from '../api/failure.ts'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'
import { showToast } from '../ui/feedback/toast-text.ts'
import './social-buttons.css'

const loadStart = () => import('./start-social.ts')

/**
 * The server renders the buttons of all configured providers. Marks on <html> decide which buttons are shown
 * (early-social.ts).
 */
export function SocialButtons() {
  const { social } = usePage().site
  useEffect(() => {
    if (!social) return
    // If the module does not load, the page keeps the cached toggle.
    const refresh = () =>
      import('./refresh-toggle.ts').then(
        (module) => module.refreshToggle(social),
        () => {},
      )
    ;(window.requestIdleCallback ?? setTimeout)(refresh)
  }, [social])
  return (
    social && (
      // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only loads what a click will need.
      <div className="social stack-part" onPointerEnter={warm} onFocus={warm}>
        <Or />
        {social.map((provider) => (
          <SocialButton provider={provider} key={provider} />
        ))}
      </div>
    )
  )
}

/** Precedes the form's own button if the last person used a provider (sign-in/last-person/). */
export function LastUsedButton() {
  const { social } = usePage().site
  return (
    social && (
      <div className="social-last stack-part">
        {social.map((provider) => (
          <SocialButton provider={provider} key={provider} isLast />
        ))}
        <Or />
      </div>
    )
  )
}

function Or() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule of HTML has no text.
    <div className="social-or small" role="separator">
      OR
    </div>
  )
}

function SocialButton({ provider, isLast }: { provider: SocialProvider; isLast?: true }) {
  const name = providerNames[provider]
  return (
    <Button
      look="secondary"
      data-provider={provider}
      data-busy="One moment…"
      onClick={({ currentTarget }) => start(provider, currentTarget)}
    >
      <span className="social-verb">Continue with </span>
      {name}
      {isLast && <span className="small">{`You used ${name} last time on this device`}</span>}
    </Button>
  )
}

/** Marks the button as busy without React, like the early script, because the flow then replaces or restores the button. */
function start(provider: SocialProvider, button: HTMLButtonElement): void {
  if (button.ariaDisabled) return
  button.ariaDisabled = 'true'
  loadStart()
    .then(
      ({ startSocial }) => startSocial(provider, button),
      () => showToast(sentenceOf(networkFailure())),
    )
    .finally(() => {
      button.ariaDisabled = null
    })
}

function warm(): void {
  loadStart().catch(() => {})
}
