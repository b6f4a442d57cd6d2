import { type ReactNode, useEffect, useState } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { partnerOf } from '../../platforms/partners.ts'
import { EntryLink } from '../navigation/entry-link.tsx'

type SignInLinkProps = { identifier: string | null; children: ReactNode }

export function SignInLink({ identifier, children }: SignInLinkProps) {
  const { paths } = usePage()
  const [href, setHref] = useState(paths.signIn)
  // A partner with pages of its own gets the user back on them.
  useEffect(() => {
    const source = new URLSearchParams(location.search).get('login_source')
    setHref(partnerOf(source)?.pages?.['sign-in'].path ?? paths.signIn)
  }, [paths])
  return (
    <p className="form-foot">
      <EntryLink href={href} typed={typed}>
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
