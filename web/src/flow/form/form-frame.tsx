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
  /** Stands above the heading and names the position in a row of steps. */
  eyebrow?: ReactNode
  /** The title of the browser's tab, if it is not the heading. */
  step?: string
  lead?: ReactNode
  /** Stands between heading and fields: a banner, or the user who signs in. */
  above?: ReactNode
  fields: readonly FormField[]
  failure: Failure | null
  isBusy: boolean
  submit: ReactNode
  busyText: string
  /** Stands on the button while busy, when the fields are veiled. */
  veil?: string | null
  onValid: (values: Record<string, string>) => void
  /** Repeats a request that takes too long. */
  onRetry: () => void
  /** Stands in the error notice and says what to do. */
  remedy?: ReactNode
  /** Repeats what failed, if that was not the submit of this form. */
  onTryAgain?: (() => void) | undefined
  /** Another way than the fields; `isFirst` makes it the primary button while the notice stands. */
  alternative?: { text: string; onClick: () => void; isFirst: boolean } | null
  below?: ReactNode
  /** The fields, which read their errors from the frame. */
  children?: ReactNode
}

/** Renders what all forms share: heading, errors, one submit button, notes about a slow network. */
export function FormFrame(props: FormFrameProps) {
  const {
    heading,
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
      <Heading eyebrow={eyebrow} title={heading} lead={lead} />
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

/** Another attempt can succeed with the same input. */
function isWorthAnotherTry(failure: Failure | null): boolean {
  return Boolean(failure?.isNetworkFailure || failure?.errors.challenge)
}
