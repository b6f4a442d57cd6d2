import { type ReactNode, useEffect, useRef, useState } from 'react'
import { noticeOf } from '../../api/failure.ts'
import { replaceEmail } from '../../session/replace-name.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Fact } from '../fact.tsx'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { StatePill } from '../state-pill.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import {
  type ContactKind,
  contactKinds,
  type NamedContact,
  type OwnContact,
  textOf,
} from './contact-kinds.ts'

type OwnContactsProps = {
  kind: ContactKind
  user: StoredUser
  /** Opens the form for this contact; null opens the form that adds one. */
  onTask: (fragment: string, contact: NamedContact | null) => void
  /** Called with a sentence that the page shows. */
  onDone: (text: string) => void
  onSignedOut: () => void
  /** Leaves the page if the session has ended. Returns whether it has. */
  leaveIfEnded: (sentence: string) => boolean
}

type Question = { about: OwnContact; change: 'remove' | 'primary' }

/**
 * Lists the user's emails or phone numbers with their actions. Before a contact is removed or becomes primary, the row asks
 * the user.
 */
export function OwnContacts({ kind, user, onTask, onDone, onSignedOut, leaveIfEnded }: OwnContactsProps) {
  const words = contactKinds[kind]
  const { routes, forms } = words
  const { data, failure: unloaded, load } = useLoaded(routes.list, {}, leaveIfEnded)
  const contacts: readonly OwnContact[] | null = data
  const [asked, setAsked] = useState<Question | null>(null)
  const { busy, failure, setFailure, call, run } = useOwnCall<Question['change']>(onSignedOut)
  const notice = useRef<HTMLDivElement>(null)
  const titleId = `${kind}-title`
  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])

  return (
    <SectionPart id={titleId} title={words.title} lead={words.lead}>
      {contacts ? (
        <>
          <dl className="facts facts-below">
            {contacts.length === 0 && (
              <Fact
                label={words.label}
                value={<span className="facts-none">Not set</span>}
                note={words.noneNote}
                action={
                  <Button look="quiet" onClick={add}>
                    Add one
                    <span className="visually-hidden"> {words.named}</span>
                  </Button>
                }
              />
            )}
            {contacts.map(rowOf)}
          </dl>
          {contacts.length > 0 && (
            <Button look="secondary" onClick={add}>
              Add another {words.named}
            </Button>
          )}
        </>
      ) : (
        <>
          {kind === 'email' && user.email && (
            <dl className="facts">
              <Fact label={words.label} value={<bdi dir="ltr">{user.email}</bdi>} />
            </dl>
          )}
          <PartLoading what={words.namedAll} failure={unloaded} load={load} />
        </>
      )}
    </SectionPart>
  )

  function rowOf(contact: OwnContact, index: number) {
    const question = asked?.about.id === contact.id ? asked : null
    return (
      <Fact
        key={contact.id}
        label={index === 0 ? words.label : words.otherLabel}
        value={question ? questionOf(question) : <bdi dir="ltr">{textOf(contact)}</bdi>}
        note={question ? null : noteOf(contact)}
        action={question ? null : actionsOf(contact)}
      />
    )
  }

  function noteOf({ isPrimary, isVerified }: OwnContact): ReactNode {
    if (!isVerified) return <StatePill status="unverified">Not verified</StatePill>
    return isPrimary ? words.primaryNote : null
  }

  function add(): void {
    onTask(forms.add, null)
  }

  function actionsOf(contact: OwnContact) {
    const { id, isPrimary, isVerified } = contact
    const text = textOf(contact)
    const named = <span className="visually-hidden"> {text}</span>
    // The sign-in address is never removed, only replaced.
    const isRemovable = !isPrimary || kind === 'phone'
    return (
      <div className="facts-actions">
        {!isVerified && (
          <Button look="secondary" onClick={() => onTask(forms.verify, { kind, id, text })}>
            Verify{named}
          </Button>
        )}
        {!isPrimary && isVerified && (
          <Button
            look="quiet"
            id={`primary-${id}`}
            onClick={() => ask({ about: contact, change: 'primary' })}
          >
            {words.makePrimary}
            {named}
          </Button>
        )}
        {isRemovable && (
          <Button
            look="quiet"
            data-tone="loss"
            id={`remove-${id}`}
            onClick={() => ask({ about: contact, change: 'remove' })}
          >
            Remove{named}
          </Button>
        )}
      </div>
    )
  }

  function questionOf({ about, change }: Question) {
    const isRemoval = change === 'remove'
    const refused = failure && noticeOf(failure)
    const text = <bdi dir="ltr">{textOf(about)}</bdi>
    return (
      <RowQuestion
        id={`${kind}-question`}
        failure={refused && <ErrorNotice title={refused} ref={notice} />}
        text={
          isRemoval ? (
            <>
              Remove {text}?{about.isVerified && ' You can then no longer sign in with it.'}
            </>
          ) : kind === 'email' ? (
            <>
              Sign in with {text} from now on? Codes and messages go there, and we’ll tell your present
              address.
            </>
          ) : (
            <>
              Make {text} your primary number? Codes by text message go there from now on, and we’ll tell your
              present number.
            </>
          )
        }
        confirm={isRemoval ? words.confirmRemoval : words.confirmPrimary}
        busyText={busy ? (isRemoval ? 'Removing…' : 'Saving…') : null}
        decline={isRemoval ? 'Keep' : 'Cancel'}
        onConfirm={() => (isRemoval ? remove(about) : makePrimary(about))}
        onDecline={keep}
      />
    )
  }

  function ask(question: Question): void {
    setFailure(null)
    setAsked(question)
  }

  function keep(): void {
    setAsked(null)
    if (asked) focusAfterQuestion(`${asked.change}-${asked.about.id}`)
  }

  function remove(about: OwnContact): void {
    run(
      'remove',
      () => call(routes.remove, { params: { id: about.id } }),
      () => finish(`${textOf(about)} removed.`),
    )
  }

  function makePrimary({ id }: OwnContact): void {
    run('primary', () => call(routes.put, { params: { id }, body: { isPrimary: true } }), becamePrimary)
  }

  function becamePrimary(contact: OwnContact): void {
    const text = textOf(contact)
    if ('email' in contact) replaceEmail(user, text)
    finish('email' in contact ? `You now sign in with ${text}.` : `${text} is your primary number now.`)
  }

  function finish(text: string): void {
    setAsked(null)
    document.getElementById(titleId)?.focus()
    load()
    onDone(text)
  }
}
