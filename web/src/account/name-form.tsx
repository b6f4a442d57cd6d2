import { nameFault } from '@foyer/contract/field-faults'
import { putName } from '@foyer/contract/routes/own-name'
import { useEffect, useRef, useState } from 'react'
import { type Failure, sentenceOf } from '../api/failure.ts'
import { FormFrame } from '../flow/form/form-frame.tsx'
import type { FormField } from '../flow/form/use-checked-form.ts'
import { usePage } from '../platforms/page-context.ts'
import { storeBanner } from '../session/banner.ts'
import { replaceName } from '../session/replace-name.ts'
import { callSignedIn } from '../session/signed-in-call.ts'
import { readStoredAuth, type StoredUser } from '../session/stored-auth.ts'
import { announce } from '../ui/feedback/live-regions.tsx'
import { TextField } from '../ui/fields/text-field.tsx'

export type NameFormProps = {
  user: StoredUser
  onSaved: () => void
  /** Called when the session has ended. */
  onSignedOut: () => void
  onLeave: () => void
}

const first = 'given-name'
const last = 'family-name'
const fields: readonly FormField[] = [
  { name: first, label: 'First Name', wireNames: ['firstName'], check: nameFault },
  { name: last, label: 'Last Name', wireNames: ['lastName'], isOptional: true, check: nameFault },
]
const title = 'Your name'

/** Changes the name of the account, or adds one. */
export function NameForm({ user, onSaved, onSignedOut, onLeave }: NameFormProps) {
  const { platform } = usePage()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** The values of the latest request; responses to earlier requests are ignored. */
  const sent = useRef<Record<string, string> | null>(null)

  useEffect(() => {
    document.getElementById(first)?.focus()
    announce(title)
    return () => {
      sent.current = null
    }
  }, [])

  async function save(typed: Record<string, string>): Promise<void> {
    const values = { ...typed }
    sent.current = values
    setBusy(true)
    setFailure(null)
    const body = { firstName: values[first]?.trim() ?? '', lastName: values[last]?.trim() || null }
    // A reload would lose the typed name.
    const answer = await callSignedIn(platform, putName, { body }, { reload: false })
    if (answer === 'reloading') return
    if (answer.isSuccessful) replaceName(user, body)
    if (sent.current !== values) return
    setBusy(false)
    if (answer.isSuccessful) return onSaved()
    setFailure(answer)
    if (readStoredAuth(platform)) return
    storeBanner(sentenceOf(answer))
    onSignedOut()
  }

  return (
    <FormFrame
      heading={title}
      step={title}
      lead="The platforms you sign in to can see your name."
      fields={fields}
      failure={failure}
      isBusy={isBusy}
      submit="Save name"
      busyText="Saving…"
      onValid={save}
      onRetry={() => sent.current && save(sent.current)}
      below={
        <p className="form-foot">
          <a
            href={`/account?platform=${platform}`}
            onClick={(event) => {
              event.preventDefault()
              onLeave()
            }}
          >
            Back to your account
          </a>
        </p>
      }
    >
      {(errors) => (
        <>
          <TextField
            name={first}
            label="First Name"
            defaultValue={user.firstName}
            error={errors[first] ?? null}
            autoComplete="given-name"
            enterKeyHint="next"
          />
          <TextField
            name={last}
            label="Last Name (optional)"
            defaultValue={user.lastName ?? ''}
            error={errors[last] ?? null}
            autoComplete="family-name"
            enterKeyHint="done"
          />
        </>
      )}
    </FormFrame>
  )
}
