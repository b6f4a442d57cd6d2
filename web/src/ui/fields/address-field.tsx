import { type FieldProps, TextField } from './text-field.tsx'

/** An address or number that somebody signs in with, as password managers and phones know it. */
export function AddressField(field: FieldProps & { type?: 'text' | 'email' }) {
  return (
    <TextField
      autoComplete="username"
      inputMode="email"
      enterKeyHint="next"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
    />
  )
}
