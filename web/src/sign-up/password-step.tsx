import { FormFrame } from '../flow/form/form-frame.tsx'
import { NewPasswordFields, newPasswordFields, newPasswordIn } from '../flow/form/new-password-fields.tsx'
import { usePage } from '../platforms/page-context.ts'
import { HiddenUsername } from '../ui/fields/hidden-username.tsx'
import { type LaterStepProps, SignInLink, useStepEntry } from './sign-up-step.tsx'

const title = 'Choose a password'

export function PasswordStep({ context, failure, isBusy, busyText, back, send }: LaterStepProps) {
  const { site } = usePage()
  useStepEntry(`Step 3 of 3. ${title}`, failure ? null : (newPasswordFields[0]?.name ?? null))
  return (
    <FormFrame
      eyebrow="Step 3 of 3"
      heading={title}
      lead={
        <>
          You will sign in with <strong>{context.email}</strong>
        </>
      }
      step={`${title} (step 3 of 3)`}
      fields={newPasswordFields}
      failure={failure}
      isBusy={isBusy}
      submit="Create Account"
      busyText={busyText}
      onValid={(values) => send({ type: 'passwordSubmitted', ...newPasswordIn(values) })}
      onRetry={() => send({ type: 'retried' })}
      below={
        <>
          {back}
          <SignInLink email={context.email} />
        </>
      }
    >
      {(errors) => (
        <>
          <HiddenUsername value={context.email} />
          <NewPasswordFields errors={errors} typed={context} />
          <p className="small">
            By creating an account you agree to the{' '}
            <a href={site.links.terms} target="_blank" rel="noopener">
              Terms of Use
            </a>{' '}
            and{' '}
            <a href={site.links.privacy} target="_blank" rel="noopener">
              Privacy Policy
            </a>{' '}
            (both open in a new tab).
          </p>
        </>
      )}
    </FormFrame>
  )
}
