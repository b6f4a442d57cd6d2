/** Tells password managers which account a password belongs to. Users and screen readers do not perceive the field. */
export function HiddenUsername({ value }: { value: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      id="username"
      name="username"
      autoComplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
