import { deleteEmail, listEmails, type OwnEmail, putEmail } from '@foyer/contract/profile/emails'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { noticeOf, sentenceOf } from '../../api/failure.ts'
import { replaceEmail } from '../../session/replace-name.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Fact } from '../account-facts.tsx'
import { fragments } from '../fragments.ts'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { useOwnCall } from '../use-own-call.ts'

export type OwnEmailsProps = {
  user: StoredUser
  /** Opens the form for this address; null opens the form that adds an address. */
  onTask: (fragment: string, email: OwnEmail | null) => void
  /** Called with a sentence that the page shows. */
  onDone: (text: string) => void
  onSignedOut: () => void
  /** Called when the list could not be loaded, since the session may have ended. */
  onFailed: (sentence: string) => void
}

type Question = { about: OwnEmail; kind: 'remove' | 'primary' }

/**
 * Lists the user's email addresses with their actions. Before an address is removed or becomes primary, the row asks the
 * user.
 */
export function OwnEmails({ user, onTask, onDone, onSignedOut, onFailed }: OwnEmailsProps) {
  const [emails, setEmails] = useState<OwnEmail[] | 'loading' | 'unknown'>('loading')
  const [asked, setAsked] = useState<Question | null>(null)
  const { busy, failure, setFailure, call, run } = useOwnCall<Question['kind']>(onSignedOut)
  const notice = useRef<HTMLDivElement>(null)

  const load = useEffectEvent(readList)
  useEffect(() => {
    load()
  }, [])
  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])

  // Until the list arrives, the first row shows the address of the stored session.
  if (typeof emails === 'string')
    return (
      <Fact
        label="Email"
        value={user.email ? <bdi dir="ltr">{user.email}</bdi> : <span className="facts-none">Not set</span>}
        note={emails === 'unknown' ? 'Your other addresses could not be loaded' : null}
        action={
          emails === 'unknown' && (
            <Button look="quiet" onClick={readList}>
              Try again<span className="visually-hidden"> to load your email addresses</span>
            </Button>
          )
        }
      />
    )
  const hasPrimary = emails.some(({ isPrimary }) => isPrimary)
  return (
    <>
      {!hasPrimary && (
        <Fact
          label="Email"
          value={<span className="facts-none">Not set</span>}
          action={addButton('Add one')}
        />
      )}
      {emails.map((email) => (
        <Fact
          key={email.id}
          label={email.isPrimary ? 'Email' : 'Other email'}
          value={asked?.about.id === email.id ? question(asked) : <bdi dir="ltr">{email.email}</bdi>}
          note={asked?.about.id === email.id ? null : noteOf(email)}
          action={asked?.about.id === email.id ? null : actionsOf(email)}
        />
      ))}
    </>
  )

  function noteOf({ isPrimary, isVerified }: OwnEmail): string | null {
    if (!isVerified) return 'Not verified'
    return isPrimary && Array.isArray(emails) && emails.length > 1 ? 'You sign in with this address' : null
  }

  function addButton(text: string) {
    return (
      <Button look="quiet" onClick={() => onTask(fragments.addEmail, null)}>
        {text}
        <span className="visually-hidden"> email address</span>
      </Button>
    )
  }

  function actionsOf(email: OwnEmail) {
    const { isPrimary, isVerified } = email
    const named = <span className="visually-hidden"> {email.email}</span>
    return (
      <div className="facts-actions">
        {!isVerified && (
          <Button look="quiet" onClick={() => onTask(fragments.verifyEmail, email)}>
            Verify{named}
          </Button>
        )}
        {isPrimary && addButton('Add another')}
        {!isPrimary && isVerified && (
          <Button
            look="quiet"
            id={`primary-${email.id}`}
            onClick={() => ask({ about: email, kind: 'primary' })}
          >
            Make sign-in address{named}
          </Button>
        )}
        {!isPrimary && (
          <Button
            look="quiet"
            id={`remove-${email.id}`}
            onClick={() => ask({ about: email, kind: 'remove' })}
          >
            Remove{named}
          </Button>
        )}
      </div>
    )
  }

  function question({ about, kind }: Question) {
    const isRemoval = kind === 'remove'
    const text = failure && noticeOf(failure)
    return (
      <RowQuestion
        id="email-question"
        failure={text && <ErrorNotice title={text} ref={notice} />}
        text={
          isRemoval ? (
            <>
              Remove <bdi dir="ltr">{about.email}</bdi>?
              {about.isVerified && ' You can then no longer sign in with it.'}
            </>
          ) : (
            <>
              Sign in with <bdi dir="ltr">{about.email}</bdi> from now on? Codes and messages go there, and
              we’ll tell your present address.
            </>
          )
        }
        confirm={isRemoval ? 'Remove address' : 'Change sign-in address'}
        busyText={busy ? (isRemoval ? 'Removing…' : 'Saving…') : null}
        decline={isRemoval ? 'Keep' : 'Cancel'}
        onConfirm={() => (isRemoval ? remove(about) : makePrimary(about))}
        onDecline={keep}
      />
    )
  }

  async function readList(): Promise<void> {
    const answer = await call(listEmails, {})
    if (answer === 'reloading') return
    setEmails(answer.isSuccessful ? answer.data : 'unknown')
    if (!answer.isSuccessful) onFailed(sentenceOf(answer))
  }

  function ask(question: Question): void {
    setFailure(null)
    setAsked(question)
  }

  function keep(): void {
    setAsked(null)
    if (asked) focusAfterQuestion(`${asked.kind}-${asked.about.id}`)
  }

  function remove({ id, email }: OwnEmail): void {
    run(
      'remove',
      () => call(deleteEmail, { params: { id } }),
      () => finish(`${email} removed.`),
    )
  }

  function makePrimary(about: OwnEmail): void {
    run(
      'primary',
      () => call(putEmail, { params: { id: about.id }, body: { isPrimary: true } }),
      ({ email }) => {
        replaceEmail(user, email)
        finish(`You now sign in with ${email}.`)
      },
    )
  }

  function finish(text: string): void {
    setAsked(null)
    document.getElementById('title')?.focus()
    readList()
    onDone(text)
  }
}
