/** Names for the audit trail why a password was refused, which the answer never discloses. */

/** `user` is the user whose identifier was typed. */
export function causeOfRefusal(
  user: { isDisabled: boolean } | null | undefined,
): 'not-found' | 'disabled' | 'wrong-password' {
  if (!user) return 'not-found'
  return user.isDisabled ? 'disabled' : 'wrong-password'
}
