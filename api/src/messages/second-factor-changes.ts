/** Has the words of notices about a user's second factors. Each `subject` continues with the name of the account. */
type Words = { subject: string; body: string; because: string; sms: string }

export const secondFactorChanges = {
  'totp-added': {
    subject: 'An authenticator app was added to your',
    body: 'From now on we ask for a code from this app when you sign in:',
    because: 'an authenticator app was added to',
    sms: 'an authenticator app was added to your account.',
  },
  'totp-removed': {
    subject: 'An authenticator app was removed from your',
    body: 'Codes of this app no longer work:',
    because: 'an authenticator app was removed from',
    sms: 'an authenticator app was removed from your account.',
  },
  'recovery-codes-made': {
    subject: 'New recovery codes were made for your',
    body: 'Recovery codes that you had before no longer work:',
    because: 'new recovery codes were made for',
    sms: 'new recovery codes were made for your account.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used for your',
    body: 'Someone used one of your recovery codes instead of your authenticator app:',
    because: 'a recovery code was used for',
    sms: 'a recovery code of your account was used.',
  },
  'support-code-made': {
    subject: 'Our support made a code to sign in to your',
    body: 'Our support made a code that works once within 20 minutes, in place of your authenticator app. It doesn’t replace your password:',
    because: 'our support made a code to sign in to',
    sms: 'our support made a code in place of your authenticator app.',
  },
  'support-code-used': {
    subject: 'A code of our support was used for your',
    body: 'Someone signed in with a code of our support instead of your authenticator app:',
    because: 'a code of our support was used for',
    sms: 'a code of our support was used for your account.',
  },
} as const satisfies Record<string, Words>

export type SecondFactorChange = keyof typeof secondFactorChanges
