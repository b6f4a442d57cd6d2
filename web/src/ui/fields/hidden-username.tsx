/** Whose password a form is about, for password managers: a field like others to them, and to nobody else. */
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
