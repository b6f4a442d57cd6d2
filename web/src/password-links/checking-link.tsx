import type { LinkPurpose } from '@foyer/contract/password-links'
import type { Failure } from '../api/failure.ts'
import { FailureNotice } from '../flow/failure-notice.tsx'
import { SlowNote } from '../flow/slow-note.tsx'
import { useTitle } from '../flow/use-title.ts'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/button.tsx'
import { Heading } from '../ui/card.tsx'
import { linkTexts } from './link-texts.ts'

type CheckingLinkProps = {
  purpose: LinkPurpose
  /** Of the check before. */
  failure: Failure | null
  isChecking: boolean
  onRetry: () => void
}

/** Until it is known whether the link is good: the form's outline, so that nothing moves when it comes. */
export function CheckingLink({ purpose, failure, isChecking, onRetry }: CheckingLinkProps) {
  const { brand } = usePage()
  const { title, lead } = linkTexts[purpose]
  useTitle(title, !isChecking)

  return (
    <>
      <Heading title={title} lead={lead(brand.displayName)} />
      {isChecking ? (
        <div className="stack" aria-busy="true">
          <span className="visually-hidden" role="status">
            Checking your link…
          </span>
          <div className="outline outline-chip" />
          <div className="stack-part">
            <div className="outline outline-rule-field" />
            <div className="outline outline-field" />
            <div className="outline outline-button" />
          </div>
          <SlowNote isBusy={isChecking} onRetry={onRetry} />
        </div>
      ) : (
        <div className="stack">
          <FailureNotice failure={failure} onOnline={onRetry} />
          <Button onClick={onRetry}>Try again</Button>
          <p className="small">Your link was not used up.</p>
        </div>
      )}
    </>
  )
}
