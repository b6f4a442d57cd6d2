import { asciiDigits } from '@foyer/contract/contact'
import { codeIncomplete } from '@foyer/contract/field-faults'
import { otpDigits } from '@foyer/contract/shared-values'
import { useRef } from 'react'
import { OtpField } from '../../ui/fields/otp-field.tsx'
import type { FormField } from '../form/use-checked-form.ts'

export const totpField: FormField = {
  name: 'totp',
  label: 'Code from the app',
  wireNames: ['totp'],
  missing: codeIncomplete,
}

/** The code of an authenticator app. A complete code submits the form, once. */
export function TotpField({ isBusy }: { isBusy: boolean }) {
  const tried = useRef('')
  return (
    <OtpField
      name={totpField.name}
      label={totpField.label}
      hint="The app shows a new code every 30 seconds."
      digits={otpDigits}
      toAscii={asciiDigits}
      enterKeyHint="done"
      onComplete={(code) => {
        if (code === tried.current || isBusy) return
        tried.current = code
        document.querySelector<HTMLInputElement>(`#${totpField.name}`)?.form?.requestSubmit()
      }}
    />
  )
}
