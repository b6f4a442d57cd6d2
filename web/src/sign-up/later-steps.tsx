import { passwordTexts } from '../flow/proof/proof-steps.tsx'
import { FormSteps, type LaterStepsProps } from '../flow/sign-up-steps/later-steps.tsx'
import { usePage } from '../platforms/page-context.ts'
import { EmailStep } from './email-step.tsx'

/** Shows the steps after the name. */
export function LaterSteps(props: LaterStepsProps) {
  const { brand, site } = usePage()
  const { view, ...shown } = props
  // Only the sign-up of a school has this step.
  if (view === 'registered') return null
  const proof = passwordTexts(
    `You already have a ${site.provider} account`,
    <>
      Enter its password once, and <strong>{brand.displayName}</strong> is added to it.
    </>,
    `Sign in and add ${brand.displayName}`,
  )
  return <FormSteps {...shown} view={view} ContactStep={EmailStep} proof={proof} />
}
