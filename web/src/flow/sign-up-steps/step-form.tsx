import type { ComponentProps, ReactNode } from 'react'
import type { Failure } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { FormFrame } from '../form/form-frame.tsx'
import { useStepEntry } from '../form/use-step-entry.ts'
import { EntryLink } from '../navigation/entry-link.tsx'
import { type SignUpStep, steps, stepTextsIn } from './fields.ts'
import type { SignUpContext, SignUpEvent } from './sign-up-machine.ts'

/** The properties that all steps of a sign-up share. */
export type StepProps = {
  context: SignUpContext
  /** The part of the failure that this step shows. */
  failure: Failure | null
  isBusy: boolean
  busyText: string
  send: (event: SignUpEvent) => void
}

type StepFormProps = Partial<ComponentProps<typeof FormFrame>> &
  Pick<ComponentProps<typeof FormFrame>, 'heading' | 'fields'> & {
    shown: StepProps
    name: SignUpStep
    /** The step's name in the link to the step with a refused field: 'Go back to step 1: Name'. */
    label?: string
    /** False when the page opens with this step. */
    isEntered?: boolean
    children: ReactNode
  }

/** Renders one of the three steps before the proof, with links back and to sign-in. */
export function StepForm({ shown, name, label, isEntered = true, below, ...form }: StepFormProps) {
  const { context, failure, isBusy, busyText, send } = shown
  const { paths } = usePage()
  const number = steps.indexOf(name) + 1
  const announcement =
    label && context.isSentBack
      ? `Go back to step ${number}: ${label}`
      : `Step ${number} of 3. ${form.heading}`
  useStepEntry(isEntered ? announcement : null, failure ? null : (form.fields[0]?.name ?? null))
  return (
    <FormFrame
      eyebrow={
        <>
          {number > 1 && (
            <Button look="quiet" onClick={isBusy ? undefined : () => send({ type: 'back' })}>
              Back
            </Button>
          )}
          {`Step ${number} of 3`}
        </>
      }
      submit="Next"
      onValid={(values) => send({ type: 'stepSubmitted', texts: stepTextsIn(context.fields, name, values) })}
      {...form}
      failure={failure}
      isBusy={isBusy}
      busyText={busyText}
      onRetry={() => send({ type: 'retried' })}
      below={
        <>
          {below}
          <p className="form-foot">
            Have an account?{' '}
            <EntryLink href={paths.signIn} typed={() => context.email}>
              Sign in instead
            </EntryLink>
          </p>
        </>
      }
    />
  )
}
