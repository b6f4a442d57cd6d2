import type { LinkPurpose } from '@foyer/contract/routes/password-links'
import type { Failure } from '../api/failure.ts'
import { FailureNotice } from '../flow/form/failure-notice.tsx'
import { useTitle } from '../flow/navigation/use-title.ts'
import { SlowNote } from '../flow/waiting/slow-note.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'
import { ArchSign } from '../ui/page/arch-sign.tsx'
import { Heading } from '../ui/page/card.tsx'
import { linkTexts } from './link-texts.ts'

type CheckingLinkProps = {
  purpose: LinkPurpose
  /** The failure of the last check. */
  failure: Failure | null
  isChecking: boolean
  onRetry: () => void
}

/** Shows the outline of the form while the link is checked, so that the page does not shift when the form appears. */
export function CheckingLink({ purpose, failure, isChecking, onRetry }: CheckingLinkProps) {
  const { brand } = usePage()
  const { title, lead } = linkTexts[purpose]
  useTitle(title, !isChecking)

  return (
    <>
      {!isChecking && <ArchSign badge="wrong" />}
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
          <p className="small">Your link still works.</p>
        </div>
      )}
    </>
  )
}
