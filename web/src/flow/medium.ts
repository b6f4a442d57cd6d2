/** Which way a code goes to what somebody typed: as the service tells the two apart, too. */
export function mediumOf(identifier: string): 'email' | 'sms' {
  return identifier.includes('@') ? 'email' : 'sms'
}
