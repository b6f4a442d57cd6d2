import { nameFault } from '@foyer/contract/field-faults'
import { putName } from '@foyer/contract/routes/own-name'
import { FormFrame } from '../flow/form/form-frame.tsx'
import type { FormField } from '../flow/form/use-checked-form.ts'
import { useStepEntry } from '../flow/form/use-step-entry.ts'
import { replaceName } from '../session/replace-name.ts'
import { TextField } from '../ui/fields/text-field.tsx'
import { BackToSection } from './back-to-section.tsx'
import type { TaskProps } from './fragments.ts'
import { useOwnCall } from './use-own-call.ts'

const first = 'given-name'
const last = 'family-name'
const fields: readonly FormField[] = [
  {
    name: first,
    label: 'First name',
    wireNames: ['firstName'],
    missing: 'Enter your first name',
    check: nameFault,
  },
  { name: last, label: 'Last name', wireNames: ['lastName'], isOptional: true, check: nameFault },
]
const title = 'Your name'

/** Changes the user's name, or adds a missing name. */
export function NameForm({ user, onDone, onSignedOut, onLeave }: TaskProps) {
  const { busy, failure, call, run, repeat } = useOwnCall<'saving'>(onSignedOut)
  useStepEntry(title, first)

  function save(values: Record<string, string>): void {
    const body = { firstName: values[first]?.trim() ?? '', lastName: values[last]?.trim() || null }
    async function put() {
      const answer = await call(putName, { body })
      // Stores the new name even if the user has left the form.
      if (answer !== 'reloading' && answer.isSuccessful) replaceName(user, body)
      return answer
    }
    run('saving', put, () => onDone('Name saved.'))
  }

  return (
    <FormFrame
      heading={title}
      lead="The platforms you sign in to can see your name."
      fields={fields}
      failure={failure}
      isBusy={busy !== null}
      submit="Save name"
      busyText="Saving…"
      onValid={save}
      onRetry={repeat}
      below={<BackToSection onLeave={onLeave} />}
    >
      <TextField
        name={first}
        label="First name"
        defaultValue={user.firstName}
        autoComplete="given-name"
        enterKeyHint="next"
      />
      <TextField
        name={last}
        label="Last name (optional)"
        defaultValue={user.lastName ?? ''}
        autoComplete="family-name"
        enterKeyHint="done"
      />
    </FormFrame>
  )
}
