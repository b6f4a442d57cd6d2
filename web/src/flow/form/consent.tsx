/** Says what a user agrees to, next to the button that agrees (product 2.4). */
import type { ReactNode } from 'react'
import { usePage } from '../../platforms/page-context.ts'

/** Shows what the user of a new account agrees to. */
export function Consent() {
  return <ConsentText>By creating an account you agree to the</ConsentText>
}

type PlatformConsentProps = {
  /** The platform that becomes part of the account. */
  displayName: string
  /** Names the sentence, so that it can describe the button. */
  id?: string
}

/** Shows what a user agrees to who adds a platform to an account. */
export function PlatformConsent({ displayName, id }: PlatformConsentProps) {
  return <ConsentText id={id}>{displayName} becomes part of your account, and you agree to the</ConsentText>
}

function ConsentText({ id, children }: { id?: string | undefined; children: ReactNode }) {
  const { terms, privacy } = usePage().site.links
  return (
    <p className="small" id={id}>
      {children}{' '}
      <a href={terms} target="_blank" rel="noopener">
        Terms of Use
      </a>{' '}
      and{' '}
      <a href={privacy} target="_blank" rel="noopener">
        Privacy Policy
      </a>{' '}
      (both open in a new tab).
    </p>
  )
}
