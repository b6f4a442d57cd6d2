import { lengthOfMessage } from '@foyer/contract/help-faults'
import { type SchoolPart, schoolPartNames, schoolParts } from '@foyer/contract/school-types'
import { verificationReasonMaxLength } from '@foyer/contract/shared-values'
import type { Failure } from '../../api/failure.ts'
import { type FormField, useCheckedForm } from '../../flow/form/use-checked-form.ts'
import { useStepEntry } from '../../flow/form/use-step-entry.ts'
import { SlowNote } from '../../flow/waiting/slow-note.tsx'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { FieldErrors } from '../../ui/fields/field-frame.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { DecisionMail } from './decision-mail.tsx'

const field: FormField = {
  name: 'refuse-reason',
  label: 'Reason',
  wireNames: ['reason'],
  missing: 'Enter what the school must correct',
}

/** What the verifier has chosen. */
export type Refusal = { reason: string; partsToCorrect: SchoolPart[] }

const partName = (part: SchoolPart) => `refuse-${part}`

type RefuseFormProps = {
  id: string
  /** The name of the school. */
  name: string
  /** The refusal that was not saved. */
  before: Refusal
  failure: Failure | null
  isBusy: boolean
  onValid: (refusal: Refusal) => void
  onRetry: () => void
  onDecline: () => void
  onSignedOut: () => void
}

/** Asks for the reason of a refusal, in place of the buttons of the decision. */
export function RefuseForm(props: RefuseFormProps) {
  const { id, name, before, failure, isBusy, onValid, onRetry, onDecline, onSignedOut } = props
  const checked = useCheckedForm([field], failure, isBusy, (values) =>
    onValid({
      reason: values[field.name] ?? '',
      partsToCorrect: schoolParts.filter((part) => values[partName(part)]),
    }),
  )
  const { form, notice, errors, general, ticking, onSubmit, onInput } = checked
  useStepEntry(`Refuse ${name}`, field.name)
  return (
    <form
      className="refuse-form"
      ref={form}
      aria-labelledby="refuse-lead"
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <p id="refuse-lead">
        Refuse {name}? We’ll email its users. Those with a verified email read your reason, word for word. All
        of them see it in their account, where they can correct the school’s details.
      </p>
      {general && <ErrorNotice title={general} ticking={ticking} ref={notice} />}
      <FieldErrors value={errors}>
        <TextArea
          name={field.name}
          label={field.label}
          defaultValue={before.reason}
          max={verificationReasonMaxLength}
          lengthOf={lengthOfMessage}
        />
      </FieldErrors>
      <fieldset className="refuse-parts">
        <legend>What must the school correct? (optional)</legend>
        {schoolParts.map((part) => (
          <label className="profile-check" key={part}>
            <input
              type="checkbox"
              name={partName(part)}
              defaultChecked={before.partsToCorrect.includes(part)}
            />
            {schoolPartNames[part]}
          </label>
        ))}
        <p className="small">
          The school finds the fields that you choose open, below your reason. Choose none if the reason says
          it all.
        </p>
      </fieldset>
      <DecisionMail
        {...{ id, onSignedOut }}
        decision={() => ({ status: 'rejected', reason: typedReason() })}
      />
      <SlowNote isBusy={isBusy} onRetry={onRetry} />
      <div className="facts-answers">
        <Button type="submit" look="secondary" busyText={isBusy ? 'Refusing…' : null}>
          Refuse school
        </Button>
        <Button look="quiet" onClick={onDecline}>
          Cancel
        </Button>
      </div>
    </form>
  )

  function typedReason(): string {
    const typed = form.current && new FormData(form.current).get(field.name)
    return typeof typed === 'string' ? typed : ''
  }
}
