import { TextField } from '../../ui/fields/text-field.tsx'
import type { FormField } from '../form/use-checked-form.ts'

export const recoveryField: FormField = {
  name: 'recovery-code',
  label: 'Recovery code',
  wireNames: ['recoveryCode'],
  missing: 'Enter a recovery code',
}

export function RecoveryField() {
  return (
    <TextField
      name={recoveryField.name}
      label={recoveryField.label}
      dir="ltr"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="go"
    />
  )
}
