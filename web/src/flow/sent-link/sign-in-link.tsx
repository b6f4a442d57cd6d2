import { type ReactNode, useEffect, useState } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { partnerOf } from '../../platforms/partners.ts'
import { EntryLink } from '../navigation/entry-link.tsx'

type SignInLinkProps = { identifier: string | null; children: ReactNode }

export function SignInLink({ identifier, children }: SignInLinkProps) {
  const { paths } = usePage()
  const [href, setHref] = useState(paths.signIn)
  // A user of a partner with its own pages returns to the partner's sign-in page.
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

  /** Returns the text in the field, which may be newer than the submitted identifier. */
  function typed(): string {
    const field = document.querySelector<HTMLInputElement>('#username:not([readonly])')
    return field?.value ?? identifier ?? ''
  }
}
