import { FailureNotice } from '../../flow/form/failure-notice.tsx'
import { SlowNote } from '../../flow/waiting/slow-note.tsx'
import { Button } from '../../ui/feedback/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import type { OwnData } from './use-own-data.ts'

/** Shows that the data of a page is loading, or why it could not be loaded. */
export function DataState({ failure, reload }: Pick<OwnData<unknown>, 'failure' | 'reload'>) {
  if (failure)
    return (
      <>
        <FailureNotice failure={failure} onOnline={reload} />
        <Button
          onClick={() => {
            // The button that has the focus goes away.
            document.getElementById('title')?.focus()
            reload()
          }}
        >
          Try again
        </Button>
      </>
    )
  return (
    <>
      <p className="waiting">
        <Spinner />
        <span role="status">Loading…</span>
      </p>
      <SlowNote isBusy onRetry={reload} />
    </>
  )
}
