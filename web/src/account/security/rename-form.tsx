import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/feedback/button.tsx'
import { FieldErrors } from '../../ui/fields/field-frame.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

type RenameFormProps = {
  label: string
  name: string
  maxLength: number
  /** The error of the field; null if it has none. */
  fault: string | null
  /** Says why the last request failed. */
  notice: ReactNode
  isBusy: boolean
  onSave: (name: string) => void
  onCancel: () => void
}

/** Renames an entry of a list in its place. */
export function RenameForm({ label, name, maxLength, fault, notice, isBusy, ...form }: RenameFormProps) {
  return (
    <form className="facts-question" noValidate onSubmit={save}>
      {!fault && notice}
      <FieldErrors value={fault ? { name: fault } : {}}>
        <TextField
          name="name"
          label={label}
          defaultValue={name}
          maxLength={maxLength}
          autoComplete="off"
          enterKeyHint="done"
          autoFocus
        />
      </FieldErrors>
      <div className="facts-answers">
        <Button type="submit" look="secondary" busyText={isBusy ? 'Saving…' : null}>
          Save name
        </Button>
        <Button look="quiet" onClick={form.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    form.onSave(String(new FormData(event.currentTarget).get('name') ?? '').trim())
  }
}
