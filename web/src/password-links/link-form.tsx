import type { LinkPurpose } from '@foyer/contract/routes/password-links'
import { useEffect, useState } from 'react'
import type { Failure } from '../api/failure.ts'
import { FormFrame } from '../flow/form/form-frame.tsx'
import { NewPasswordFields, newPasswordFields, newPasswordIn } from '../flow/form/new-password-fields.tsx'
import { fitsMask, readRecipient } from '../flow/sent-link/kept-recipient.ts'
import { usePage } from '../platforms/page-context.ts'
import { announce } from '../ui/feedback/live-regions.tsx'
import { HiddenUsername } from '../ui/fields/hidden-username.tsx'
import { IdentityChip } from '../ui/page/identity-chip.tsx'
import type { LinkContext, LinkState, SignInWith } from './link-machine.ts'
import { linkTexts } from './link-texts.ts'

type LinkFormProps = {
  purpose: LinkPurpose
  owner: NonNullable<LinkContext['owner']>
  /** Known once the password is saved. */
  signInWith: SignInWith | null
  failure: Failure | null
  state: LinkState
  onSubmit: (passwords: { password1: string; password2: string }) => void
  onRetry: () => void
}

/** Shows the account and asks for the new password twice. */
export function LinkForm({ purpose, owner, signInWith, failure, state, onSubmit, onRetry }: LinkFormProps) {
  const { brand } = usePage()
  const { title, lead, label, submit } = linkTexts[purpose]
  const masked = owner.email ?? owner.phoneNumber ?? ''
  const [recipient] = useState(readRecipient)
  const username = signInWith?.email ?? signInWith?.phoneNumber ?? known()

  useEffect(() => {
    announce(masked ? `${title} for ${masked}` : title)
    const isIdle = [document.body, document.getElementById('title')].includes(
      document.activeElement as HTMLElement,
    )
    if (isIdle && matchMedia('(pointer: fine)').matches) document.getElementById('new-password')?.focus()
  }, [title, masked])

  return (
    <FormFrame
      heading={title}
      lead={lead(brand.displayName)}
      above={
        masked && (
          <IdentityChip label="Account" name={owner.firstName ?? null} picture={null} identifier={masked} />
        )
      }
      fields={newPasswordFields(null, label)}
      failure={failure}
      isBusy={state !== 'form'}
      submit={signInWith ? brand.signIn.submit : submit}
      busyText={busyText()}
      remedy={signInWith && <p>Your new password is saved.</p>}
      onValid={(values) => onSubmit(newPasswordIn(values))}
      onRetry={onRetry}
    >
      {username && <HiddenUsername value={username} />}
      <NewPasswordFields owner={null} label={label} />
    </FormFrame>
  )

  /**
   * Returns the full contact if the user typed it in this browser. A password manager would otherwise save the masked
   * contact.
   */
  function known(): string | null {
    return recipient && fitsMask(recipient, masked) ? recipient : null
  }

  function busyText(): string {
    if (state === 'signingIn') return 'Saved. Signing in…'
    if (state === 'leaving') return 'Taking you to sign in…'
    return state === 'handingOver' ? `Taking you to ${brand.displayName}…` : 'Saving…'
  }
}
