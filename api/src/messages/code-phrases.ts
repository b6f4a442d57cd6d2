/**
 * Names the purpose of a code in its message, so that an attacker cannot obtain a code for one purpose under the
 * pretext of another.
 */
import type { otpPurposes } from '@foyer/contract/routes/otp'
import type { MessageSender } from './message-parts.ts'

type Phrases = {
  subject: string
  heading: string
  /** Completes 'Enter this code to …'. */
  action: string
  /** Completes 'If you didn’t …'. */
  attempt: string
}

export const codePhrases: Record<(typeof otpPurposes)[number], (sender: MessageSender) => Phrases> = {
  login: ({ platformName }) => ({
    subject: `Your code to sign in to ${platformName}`,
    heading: 'Your code to sign in',
    action: `sign in to ${platformName}`,
    attempt: 'try to sign in',
  }),
  sign_up: ({ provider, platformName }) => ({
    subject: `Your code to add ${platformName} to your ${provider} account`,
    heading: 'Your code to add a platform',
    action: `add ${platformName} to your ${provider} account`,
    attempt: 'ask for this',
  }),
  school_sign_up: ({ provider }) => ({
    subject: `Your code to add a school to your ${provider} account`,
    heading: 'Your code to add a school',
    action: `add a school to your ${provider} account`,
    attempt: 'ask for this',
  }),
  social_link: ({ provider }) => ({
    subject: `Your code to link a social account to ${provider}`,
    heading: 'Your code to link a social account',
    action: `link a social account to your ${provider} account`,
    attempt: 'ask for this',
  }),
  set_password: ({ provider }) => ({
    subject: `Your code to set a ${provider} password`,
    heading: 'Your code to set a password',
    action: `set a password for your ${provider} account`,
    attempt: 'ask for this',
  }),
  step_up: ({ provider }) => ({
    subject: `Your code to confirm a change to your ${provider} account`,
    heading: 'Your code to confirm a change',
    action: `confirm a change to your ${provider} account`,
    attempt: 'ask for this',
  }),
}
