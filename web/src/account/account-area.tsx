import { accountSections } from '@foyer/contract/page-of'
import type { ReactPageName } from '@foyer/contract/pages'
import type { ComponentType, ReactNode } from 'react'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { usePage } from '../platforms/page-context.ts'
import { backPlaceId } from './back-to-section.tsx'
import { SignInAgain } from './sign-in-again/sign-in-again.tsx'
import { StepUp } from './step-up/step-up.tsx'

/** The modules of the sections. The list is here because the first screen would otherwise contain it. */
export const sections = import.meta.glob<Record<string, ComponentType>>(['./*-page.tsx', './*/*-page.tsx'])

const waitingCount = lazyComponent(() => import('./verification/waiting-count.tsx'), 'WaitingCount')

type AccountAreaProps = { page: ReactPageName; children: ReactNode }

/**
 * Surrounds a section of the account area with the links to all sections: beside it on a wide screen. On a phone, the
 * overview has the list of sections, and each other section leads back to the overview. Asks for a proof when a call of the
 * section needs one, and to sign in again when the session has ended.
 */
export function AccountArea({ page, children }: AccountAreaProps) {
  const { platform } = usePage()
  return (
    <div className="account-area">
      {page !== 'account' && (
        <a className="account-area-back back-link" href={`/account?platform=${platform}`}>
          Your account
        </a>
      )}
      <SectionLinks page={page} className="account-area-sections" />
      <div className="account-area-up" id={backPlaceId} />
      {children}
      <StepUp />
      <SignInAgain page={page} />
    </div>
  )
}

type SectionLinksProps = { page: ReactPageName; className: string }

/** Links to the sections of the account. Each section is a document of its own. */
export function SectionLinks({ page, className }: SectionLinksProps) {
  const { platform } = usePage()
  const links = accountSections(platform)
  const WaitingCount = useLazyComponent(
    waitingCount,
    links.some(({ page: name }) => name === 'account-verification'),
    true,
  )
  return (
    <nav className={className} aria-label="Sections of your account">
      {links.map(({ page: name, label, path }) => (
        <a key={name} href={`${path}?platform=${platform}`} aria-current={name === page ? 'page' : undefined}>
          {label}
          {name === 'account-verification' && WaitingCount && <WaitingCount />}
        </a>
      ))}
    </nav>
  )
}
