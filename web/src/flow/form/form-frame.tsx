import { type ReactNode, useEffect } from 'react'
import type { Failure } from '../../api/failure.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce, announceWork } from '../../ui/feedback/live-regions.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { FieldErrors } from '../../ui/fields/field-frame.tsx'
import { Heading } from '../../ui/page/card.tsx'
import { useTitle } from '../navigation/use-title.ts'
import { SlowNote } from '../waiting/slow-note.tsx'
import { useOnlineRetry } from '../waiting/use-online-retry.ts'
import { type FormField, type RefusalPlace, useCheckedForm } from './use-checked-form.ts'

type FormFrameProps = RefusalPlace & {
  heading: string
  /** Shown in place of the heading's text. */
  title?: ReactNode
  /** Shown above the heading: the position in a row of steps. */
  eyebrow?: ReactNode
  /** The title of the browser's tab; by default the heading. */
  step?: string
  lead?: ReactNode
  /** Shown between heading and fields: a banner, or the user who signs in. */
  above?: ReactNode
  fields: readonly FormField[]
  failure: Failure | null
  isBusy: boolean
  submit: ReactNode
  busyText: string
  /** Shown in place of the button's text while busy; the fields are then disabled. Null: the button shows `busyText`. */
  veil?: string | null
  onValid: (values: Record<string, string>) => void
  /** Repeats a request that takes too long. */
  onRetry: () => void
  /** Shown in the error notice: the user's next action. */
  remedy?: ReactNode
  /** Repeats the failed request, if the request was not the submit of this form. */
  onTryAgain?: (() => void) | undefined
  /** An alternative to the fields. If `isFirst`, it is the primary button while the notice is shown. */
  alternative?: { text: string; onClick: () => void; isFirst: boolean } | null
  below?: ReactNode
  /** The fields, which read their errors from the context `FieldErrors`. */
  children?: ReactNode
}

/** Renders the common parts of all forms: heading, errors, a submit button, notes about a slow network. */
export function FormFrame(props: FormFrameProps) {
  const {
    heading,
    title = heading,
    eyebrow,
    step = heading,
    lead,
    above,
    fields,
    failure,
    isBusy,
    submit,
    busyText,
    veil,
    onRetry,
    remedy,
    onTryAgain,
    alternative,
    below,
    children,
  } = props
  const checked = useCheckedForm(fields, failure, isBusy, props.onValid, props)
  const { form, notice, errors, general, ticking } = checked
  const isAlternativeFirst = Boolean(alternative?.isFirst && general)
  useOnlineRetry(form, failure, onTryAgain)
  useTitle(step, fields.some(({ name }) => errors[name]) || general !== null)
  useEffect(() => {
    const wrongPassword = form.current?.querySelector<HTMLInputElement>('[autocomplete=current-password]')
    if (failure?.errors.code === 'wrong-credentials' && wrongPassword) wrongPassword.value = ''
  }, [form, failure])

  useEffect(() => {
    if (!isBusy) return
    announceWork(veil ?? busyText)
    return () => announce('')
  }, [isBusy, veil, busyText])

  return (
    <form
      ref={form}
      className="form-frame"
      aria-labelledby="title"
      method="post"
      noValidate
      onSubmit={checked.onSubmit}
      onInput={checked.onInput}
    >
      <Heading eyebrow={eyebrow} title={title} lead={lead} />
      <div className="stack">
        {above}
        {general && (
          <ErrorNotice title={general} ticking={ticking} ref={notice}>
            {remedy}
            {isWorthAnotherTry(failure) && (
              <Button look="quiet" type={onTryAgain ? 'button' : 'submit'} onClick={onTryAgain}>
                Try again
              </Button>
            )}
          </ErrorNotice>
        )}
        <div className="stack-part" inert={Boolean(veil && isBusy)}>
          <FieldErrors value={errors}>{children}</FieldErrors>
          <div className="form-submit">
            <Button
              type="submit"
              look={isAlternativeFirst ? 'secondary' : 'primary'}
              data-busy={busyText}
              busyText={isBusy && !veil ? busyText : null}
            >
              {submit}
            </Button>
            {veil && (
              <p className="form-frame-veil" aria-hidden="true" data-shown={isBusy || undefined}>
                {isBusy && (
                  <span>
                    <Spinner />
                    {veil}
                  </span>
                )}
              </p>
            )}
          </div>
        </div>
        <SlowNote isBusy={isBusy} onRetry={onRetry} />
        {alternative && (
          <Button
            look={isAlternativeFirst ? 'primary' : 'secondary'}
            onClick={isBusy ? undefined : alternative.onClick}
          >
            {alternative.text}
          </Button>
        )}
        {below}
      </div>
    </form>
  )
}

/** Returns true if repeating the same input can succeed. */
function isWorthAnotherTry(failure: Failure | null): boolean {
  return Boolean(failure?.isNetworkFailure || failure?.errors.challenge)
}
