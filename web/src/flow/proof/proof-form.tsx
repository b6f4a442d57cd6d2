import { type ReactNode, type RefObject, useEffect } from 'react'
import type { Failure } from '../../api/failure.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { FieldErrors } from '../../ui/fields/field-frame.tsx'
import { DialogFoot } from '../../ui/page/dialog.tsx'
import { type FormField, useCheckedForm } from '../form/use-checked-form.ts'
import { SlowNote } from '../waiting/slow-note.tsx'
import { useOnlineRetry } from '../waiting/use-online-retry.ts'

type ProofFormProps = {
  /** The only field; null for a form that sends a code. */
  field: FormField | null
  lead: ReactNode
  failure: Failure | null
  isBusy: boolean
  busyText: string
  submit: string
  onValid: (typed: string) => void
  /** Repeats a request that takes too long; null while the user is asked. */
  onRetry: (() => void) | null
  children?: ReactNode
}

const none = [] as const

/** Renders a step of a dialog that asks for a proof: a sentence, the field with its errors, and the button that submits it. */
export function ProofForm(props: ProofFormProps) {
  const { field, lead, failure, isBusy, busyText, submit, onValid, onRetry, children } = props
  const fields = field ? [field] : none
  const refusedField = isWrong(failure) ? field?.name : undefined
  const checked = useCheckedForm(
    fields,
    failure,
    isBusy,
    (values) => onValid(values[field?.name ?? ''] ?? ''),
    {
      refusedField,
    },
  )
  const { form, notice, errors, general, ticking } = checked
  useOnlineRetry(form, failure)

  useEffect(() => inputIn(form)?.focus(), [form])

  // This effect runs after the one that moves the focus to the wrong field.
  useEffect(() => {
    const input = inputIn(form)
    if (isWrong(failure) && input) input.value = ''
    else if (failure && document.activeElement === input) input?.select()
  }, [form, failure])

  return (
    <form
      className="stack"
      aria-labelledby="dialog-title"
      method="post"
      noValidate
      ref={form}
      onSubmit={checked.onSubmit}
      onInput={checked.onInput}
    >
      <p>{lead}</p>
      {general && (
        <ErrorNotice title={general} ticking={ticking} ref={notice}>
          {failure?.isNetworkFailure && (
            <Button look="quiet" type="submit">
              Try again
            </Button>
          )}
        </ErrorNotice>
      )}
      <FieldErrors value={errors}>{children}</FieldErrors>
      <DialogFoot>
        <Button type="submit" busyText={isBusy ? busyText : null}>
          {submit}
        </Button>
      </DialogFoot>
      {onRetry && <SlowNote isBusy={isBusy} onRetry={onRetry} />}
    </form>
  )
}

function isWrong(failure: Failure | null): boolean {
  const code = failure?.errors.code
  return code === 'wrong-credentials' || code === 'second-factor-wrong'
}

function inputIn(form: RefObject<HTMLFormElement | null>): HTMLInputElement | null {
  return form.current?.querySelector<HTMLInputElement>('input:not([tabindex])') ?? null
}
