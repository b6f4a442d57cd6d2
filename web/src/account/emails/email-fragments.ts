/** Lists the fragments of the account page that show a form for email addresses. */
export const emailFragments = { add: 'add-email', verify: 'verify-email', confirm: 'confirm-email' } as const

export function isEmailFragment(fragment: string): boolean {
  return Object.values<string>(emailFragments).includes(fragment)
}
