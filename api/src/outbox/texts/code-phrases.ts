/** Holds what the messages with a code say that it is for: a user must not give a code for one use away as one for another. */
import type { otpPurposes } from '@foyer/contract/routes/otp'
import type { Sender } from './message-parts.ts'

type Phrases = {
  /** Holds no code: it shows on locked screens. */
  subject(sender: Sender): string
  heading: string
  /** Follows 'Enter this code to'. */
  action(sender: Sender): string
  /** Follows 'If you didn’t'. */
  attempt: string
}

export const codePhrases: Record<(typeof otpPurposes)[number], Phrases> = {
  login: {
    subject: ({ provider }) => `Your ${provider} sign-in code`,
    heading: 'Your sign-in code',
    action: ({ place }) => `sign in to ${place}`,
    attempt: 'try to sign in',
  },
  sign_up: {
    subject: ({ provider, place }) => `Your code to add ${place} to your ${provider} account`,
    heading: 'Your code to add a platform',
    action: ({ provider, place }) => `add ${place} to your ${provider} account`,
    attempt: 'ask for this',
  },
  school_sign_up: {
    subject: ({ provider }) => `Your code to add a school to your ${provider} account`,
    heading: 'Your code to add a school',
    action: ({ provider }) => `add a school to your ${provider} account`,
    attempt: 'ask for this',
  },
  social_link: {
    subject: ({ provider }) => `Your code to link a social account to ${provider}`,
    heading: 'Your code to link a social account',
    action: ({ provider }) => `link a social account to your ${provider} account`,
    attempt: 'ask for this',
  },
  email_change: {
    subject: ({ provider }) => `Your code to change your ${provider} sign-in address`,
    heading: 'Your code to change your sign-in address',
    action: ({ provider }) => `change the sign-in address of your ${provider} account`,
    attempt: 'ask for this',
  },
  set_password: {
    subject: ({ provider }) => `Your code to set a ${provider} password`,
    heading: 'Your code to set a password',
    action: ({ provider }) => `set a password for your ${provider} account`,
    attempt: 'ask for this',
  },
}
