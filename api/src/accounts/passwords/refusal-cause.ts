/** Says in the audit trail why a password was refused, which the answer never says. */

/** `person` is the user whose identifier was typed. */
export function causeOfRefusal(
  person: { isDisabled: boolean } | null | undefined,
): 'not-found' | 'disabled' | 'wrong-password' {
  if (!person) return 'not-found'
  return person.isDisabled ? 'disabled' : 'wrong-password'
}
