import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { blankFailure, type Failure, type Success } from '../../api/failure.ts'
import { useCheckedForm } from '../../flow/form/use-checked-form.ts'
import { useTitle } from '../../flow/navigation/use-title.ts'
import { SlowNote } from '../../flow/waiting/slow-note.tsx'
import { useOnlineRetry } from '../../flow/waiting/use-online-retry.ts'
import { usePage } from '../../platforms/page-context.ts'
import { forgetDraft, keepDraft, readDraft } from '../../session/profile-drafts.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { FieldErrors } from '../../ui/fields/field-frame.tsx'
import { useOwnCall } from '../use-own-call.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { ProfileControl } from './profile-control.tsx'
import {
  type Content,
  checksOf,
  contentOf,
  isEqual,
  type ProfileField,
  textOf,
  textsOf,
} from './profile-fields.ts'
import { idIn, listKey, listNow } from './reference-lists.ts'

type Body = Record<string, string | null>
type Answered<T> = Success<T> | Failure | 'reloading'

export type Calls = ReturnType<typeof useOwnCall>['call']

/** Reads and replaces what a form changes. A new entry has no version and is only added. */
export type Target<T extends Content> =
  | { kind: 'new'; add: (call: Calls, body: Body) => Promise<Answered<T>> }
  | {
      kind: 'version'
      read: (call: Calls) => Promise<Answered<T>>
      /** `version` is the ETag of `current`. */
      replace: (call: Calls, body: Body, current: T, version: string | undefined) => Promise<Answered<T>>
      /** Adds the entry again after it was deleted elsewhere; null if it cannot be deleted. */
      add: ((call: Calls, body: Body) => Promise<Answered<T>>) | null
    }

type ProfileFormProps<T extends Content> = {
  user: StoredUser
  fields: readonly ProfileField[]
  /** What is stored; empty for a new entry. */
  before: Content
  /** The name of the form in the drafts. */
  form: string
  /** Null on a page whose own heading names the form. */
  heading: ReactNode
  /** Explains what the change does. */
  lead?: ReactNode
  /** The title of the browser's tab. */
  title: string
  submit: string
  /** The error at the fields of a form that the user sends without a change; without it, such a form is sent too. */
  unchanged?: string
  target: Target<T>
  /** Shown below the fields. */
  below?: ReactNode
  onSaved: (saved: T) => void
  /** Called with the stored version if the user prefers it, and with null if the entry is gone. */
  onTheirs: (theirs: T | null) => void
  /** Called when the user cancels; null for a form that stays. */
  onLeave: (() => void) | null
  onSignedOut: () => void
}

/** The version of another window; null if the entry was deleted there. */
type Conflict<T> = { theirs: T | null }

/**
 * Asks for the fields of an entry or of the head. What the user types is kept until it is saved or cancelled. Before a
 * change is saved, the form reads what is stored now: if another window has changed it, the user chooses a version.
 */
export function ProfileForm<T extends Content>(props: ProfileFormProps<T>) {
  const { user, fields, before, form: name, heading, title, submit, target, onSignedOut } = props
  const { platform } = usePage()
  const [draft, setDraft] = useState(() => readDraft(platform, user.uuid, name))
  const [isChanged, setChanged] = useState(draft !== null)
  /** Counts how often the fields were filled anew. */
  const [round, setRound] = useState(0)
  const [known, setKnown] = useState<Content>(before)
  const [countryId, setCountryId] = useState(textOf(before.countryId))
  const [conflict, setConflict] = useState<Conflict<T> | null>(null)
  const { busy, failure, setFailure, call, run, repeat } = useOwnCall<'saving'>(onSignedOut)
  const texts = draft ?? textsOf(fields, before)
  const keyOf = (field: string) => listKey(field, { countryId })
  const checks = useMemo(
    () => checksOf(fields, (field) => listNow(listKey(field, { countryId }))),
    [fields, countryId],
  )
  const checked = useCheckedForm(checks, failure, busy !== null, (values) => save(values, known))
  const { form, notice, errors, general, ticking } = checked
  const headingId = useId()
  const rare = fields.filter(({ isRare }) => isRare)
  const first = fields[0]?.input ?? ''
  // A form in a list takes the place of the button that opened it.
  const isInList = heading !== null
  useEffect(() => {
    if (isInList) document.getElementById(first)?.focus()
  }, [isInList, first])
  useOnlineRetry(form, failure)
  useTitle(title, checks.some((check) => errors[check.name]) || general !== null)

  return (
    <form
      ref={form}
      className="profile-form"
      aria-labelledby={heading ? headingId : 'title'}
      method="post"
      noValidate
      onSubmit={checked.onSubmit}
      onInput={(event) => {
        checked.onInput(event)
        setChanged(true)
        keepDraft(platform, user.uuid, name, typedIn(event.currentTarget))
      }}
    >
      {heading && <h2 id={headingId}>{heading}</h2>}
      {props.lead && <p className="profile-form-lead">{props.lead}</p>}
      {draft && (
        <p className="profile-draft">
          We kept what you typed last time.
          <Button look="quiet" onClick={startOver}>
            Start over
          </Button>
        </p>
      )}
      {conflict && (
        <ConflictNotice
          fields={fields}
          began={known}
          theirs={conflict.theirs}
          busyText={busy && 'Saving…'}
          onMine={keepMine}
          onTheirs={takeTheirs}
        />
      )}
      {general && (
        <ErrorNotice title={general} ticking={ticking} ref={notice}>
          {failure?.isNetworkFailure && (
            <Button look="quiet" type="submit">
              Try again
            </Button>
          )}
        </ErrorNotice>
      )}
      <FieldErrors value={errors}>
        <div className="profile-fields" key={round}>
          {fields.filter(({ isRare }) => !isRare).map(controlOf)}
          {rare.length > 0 && (
            <details className="profile-more" open={rare.some(({ input }) => texts[input] || errors[input])}>
              <summary>{`${rare[0]?.label} and more`}</summary>
              <div>{rare.map(controlOf)}</div>
            </details>
          )}
        </div>
      </FieldErrors>
      {props.below}
      <div className="profile-form-actions">
        <Button
          type="submit"
          // A form that stays asks for attention only when it has something to save.
          look={props.onLeave || isChanged ? 'primary' : 'secondary'}
          busyText={busy && 'Saving…'}
        >
          {submit}
        </Button>
        {props.onLeave && (
          <Button look="secondary" onClick={leave}>
            Cancel
          </Button>
        )}
      </div>
      <SlowNote isBusy={busy !== null} onRetry={repeat} />
    </form>
  )

  function controlOf(field: ProfileField) {
    return (
      <ProfileControl
        key={field.name}
        field={field}
        texts={texts}
        list={field.control.kind === 'reference' ? keyOf(field.name) : null}
        chosen={textOf(before[field.name])}
        onText={(text) => field.name === 'countryId' && setCountryId(idOfCountry(text))}
      />
    )
  }

  function idOfCountry(text: string): string {
    return idIn(listKey('countryId', {}), text, { key: null, id: '' }) ?? ''
  }

  function save(values: Record<string, string>, expected: Content): void {
    const body = bodyOf(values, expected)
    if (props.unchanged && isEqual(fields, body, expected)) {
      const sentences = Object.fromEntries(fields.map((field) => [field.name, [props.unchanged ?? '']]))
      setFailure({ ...blankFailure, errors: { fieldErrors: sentences } })
      return
    }
    run(
      'saving',
      () => send(body, expected),
      finish,
      (refused) => {
        const isConflict = conflictCodes.includes(refused.errors.code) && target.kind === 'version'
        if (isConflict) showConflict(refused)
        return isConflict
      },
    )
  }

  function bodyOf(values: Record<string, string>, expected: Content): Body {
    return contentOf(fields, values, expected, (field, input) =>
      idIn(keyOf(field), values[input], { key: listKey(field, before), id: textOf(before[field]) }),
    )
  }

  async function send(body: Body, expected: Content): Promise<Answered<T>> {
    if (target.kind === 'new') return target.add(call, body)
    const current = await target.read(call)
    if (current === 'reloading' || !current.isSuccessful) return current
    if (!isEqual(fields, current.data, expected)) return changedElsewhere
    return target.replace(call, body, current.data, current.version)
  }

  async function showConflict({ errors: { code } }: Failure): Promise<void> {
    if (target.kind === 'new') return
    const current = code === 'not-found' ? null : await target.read(call)
    if (current === 'reloading') return
    if (current === null) setConflict({ theirs: null })
    else if (current.isSuccessful) setConflict({ theirs: current.data })
  }

  function keepMine(): void {
    const values = form.current ? typedIn(form.current) : {}
    if (conflict?.theirs) {
      setKnown(conflict.theirs)
      setConflict(null)
      save(values, conflict.theirs)
    } else if (target.kind === 'version' && target.add) {
      const { add } = target
      run('saving', () => add(call, bodyOf(values, known)), finish)
    }
  }

  function takeTheirs(): void {
    forgetDraft(platform, user.uuid, name)
    props.onTheirs(conflict?.theirs ?? null)
  }

  function finish(saved: T): void {
    forgetDraft(platform, user.uuid, name)
    props.onSaved(saved)
  }

  function startOver(): void {
    forgetDraft(platform, user.uuid, name)
    setDraft(null)
    setCountryId(textOf(before.countryId))
    setRound(round + 1)
    document.getElementById(first)?.focus()
  }

  function leave(): void {
    forgetDraft(platform, user.uuid, name)
    props.onLeave?.()
  }
}

const conflictCodes: readonly (string | undefined)[] = ['precondition-failed', 'not-found']
export const changedElsewhere: Failure = {
  ...blankFailure,
  statusCode: 412,
  errors: { code: 'precondition-failed' },
}

function typedIn(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') texts[name] = value
  return texts
}
