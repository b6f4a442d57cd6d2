import { platformRow } from '@foyer/contract/platforms'
import { requestDeletion } from '@foyer/contract/routes/account-deletion'
import { deletionGraceDays } from '@foyer/contract/shared-values'
import { useEffect, useRef, useState } from 'react'
import { noticeOf } from '../../api/failure.ts'
import { dateText } from '../../flow/time-text.ts'
import { usePage } from '../../platforms/page-context.ts'
import { storeBanner } from '../../session/banner.ts'
import { signOut } from '../../session/logout.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { SectionPart } from '../section-part.tsx'
import { useOwnCall } from '../use-own-call.ts'

const buttonId = 'delete-account'
const graceMs = deletionGraceDays * 86_400_000

/** Says what the deletion of the account means, and asks for it. The user is then signed out everywhere, and told the date. */
export function DeleteAccount({ onLeft }: { onLeft: () => void }) {
  const { platform } = usePage()
  const [asks, setAsks] = useState(false)
  const { busy, failure, setFailure, call, run } = useOwnCall<'deleting'>(onLeft)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])
  const day = dateText(Date.now() + graceMs)
  const text = failure && noticeOf(failure)
  return (
    <SectionPart id="delete-title" title="Delete your account">
      <ul className="delete-effects">
        <li>
          Your account closes at once: you’re signed out everywhere, and nobody can see your public profile.
        </li>
        <li>
          We keep everything for {deletionGraceDays} days. If you sign in within that time, your account stays
          as it is.
        </li>
        <li>
          After that we delete your account with everything in it, such as your profile, your files and your
          settings. You can’t undo this.
        </li>
        {platformRow(platform).navigation === 'school' && (
          <li>Your school stays, without you, if we have verified it or if others use it.</li>
        )}
        <li>The platforms that you used may keep records of their own, such as certificates.</li>
      </ul>
      {asks ? (
        <RowQuestion
          id="delete-question"
          failure={text && <ErrorNotice title={text} ref={notice} />}
          text={`Close your account now, and delete it on ${day}?`}
          confirm="Yes, delete my account"
          busyText={busy ? 'Closing…' : null}
          decline="Keep my account"
          onConfirm={remove}
          onDecline={() => {
            setAsks(false)
            focusAfterQuestion(buttonId)
          }}
        />
      ) : (
        <Button look="secondary" id={buttonId} onClick={ask}>
          Delete my account
        </Button>
      )}
    </SectionPart>
  )

  function ask(): void {
    setFailure(null)
    setAsks(true)
  }

  function remove(): void {
    if (busy) return
    run(
      'deleting',
      () => call(requestDeletion, {}),
      async ({ dueAt }) => {
        // The session has ended at the service; this browser still has to forget it.
        await signOut(platform)
        storeBanner(
          `Your account is closed. We’ll delete it on ${dateText(Date.parse(dueAt))}. To keep it, sign in before then.`,
        )
        onLeft()
      },
    )
  }
}
