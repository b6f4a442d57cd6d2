/** Names the account of a password for password managers. Users and screen readers do not perceive the field. */
export function HiddenUsername({ value }: { value: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      name="username"
      autoComplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
