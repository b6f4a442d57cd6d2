import { TextField, type TextFieldProps } from './text-field.tsx'

/** The browser lists passkeys with the usernames that it knows (WebAuthn §5.1.4, HTML autofill). */
export const withPasskeys = 'username webauthn'

/** Renders the email or phone field of a sign-in, with the attributes that password managers and phones expect. */
export function ContactField(field: TextFieldProps) {
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
