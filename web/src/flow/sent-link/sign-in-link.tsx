import type { ReactNode } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { EntryLink } from '../navigation/entry-link.tsx'

type SignInLinkProps = { identifier: string | null; children: ReactNode }

export function SignInLink({ identifier, children }: SignInLinkProps) {
  const { paths } = usePage()
  return (
    <p className="form-foot">
      <EntryLink href={paths.signIn} typed={typed}>
        {children}
      </EntryLink>
    </p>
  )

  /** Prefers the text in the field, which may not have been sent yet. */
  function typed(): string {
    const field = document.querySelector<HTMLInputElement>('#username:not([readonly])')
    return field?.value ?? identifier ?? ''
  }
}
