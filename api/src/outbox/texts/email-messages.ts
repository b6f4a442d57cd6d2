/** Holds the texts of messages about the email addresses of an account. */
import {
  type About,
  factsOf,
  forgotPasswordUrl,
  inMinutes,
  type Occurrence,
  type Template,
  wasItYou,
} from './message-parts.ts'

export type EmailMessageValues = {
  /** To an address that nobody has proven yet. */
  'verify-email': About & { code: string; minutes: number }
  /** To the sign-in address: the account has got a further one. */
  'email-added': Occurrence & { email: string }
  /** To the former sign-in address. */
  'email-changed': Occurrence & { email: string; link: string; days: number }
  /** To the address that was the sign-in address until the change was taken back; `email` is the other one, masked. */
  'email-reverted': Occurrence & { email: string }
}

export const emailMessages: { [N in keyof EmailMessageValues]: Template<EmailMessageValues[N]> } = {
  'verify-email': {
    subject: (_, { provider }) => `Your ${provider} verification code`,
    preview: ({ minutes }) => `It works for ${inMinutes(minutes)}.`,
    heading: () => 'Verify your email address',
    body: ({ code, minutes }, { provider }) => [
      `Someone added this email address to a ${provider} account. If it was you, enter this code on your account page. It works for ${inMinutes(minutes)}:`,
      { code },
      `If it wasn’t you, you can ignore this email: without the code nobody can use your address. Don’t share the code: no one from ${provider} will ever ask you for it.`,
    ],
    sms: ({ code, minutes }, { provider }) => [
      `${code} is your ${provider} code, valid for ${inMinutes(minutes)}. We never ask for it.`,
      { code },
    ],
  },
  'email-added': {
    subject: (_, { provider }) => `An email address was added to your ${provider} account`,
    preview: ({ email }) => `${email}. Was it you?`,
    heading: () => 'An email address was added to your account',
    body: ({ platform, email, device, at, timeZone }, sender) => [
      `You can now also sign in to ${sender.provider} with this address and your password:`,
      { facts: [['Email', email], ...factsOf({ device, at, timeZone })] },
      wasItYou,
      `If it wasn’t you, set a new password now. That signs out everyone else. Then sign in, remove the address on your account page, and tell us at ${sender.supportEmail}.`,
      { link: forgotPasswordUrl(sender, platform), label: 'Set a new password' },
    ],
    sms: ({ platform }, sender) => [
      `${sender.provider}: an email address was added to your account. Not you? Set a new password now:`,
      { link: forgotPasswordUrl(sender, platform), label: '' },
    ],
  },
  'email-changed': {
    subject: (_, { provider }) => `The email address of your ${provider} account was changed`,
    preview: () => 'If it wasn’t you, you can undo it.',
    heading: () => 'Your sign-in address was changed',
    body: ({ email, link, days, device, at, timeZone }, sender) => [
      `You now sign in to ${sender.provider} with another email address, and get our mail there:`,
      { facts: [['New address', email], ...factsOf({ device, at, timeZone })] },
      wasItYou,
      `If it wasn’t you, undo the change within ${days} days. That signs out everyone and lets you set a new password. Then tell us at ${sender.supportEmail}.`,
      { link, label: 'Undo the change' },
      'Please don’t share this link: anyone who has it can get into your account.',
    ],
    sms: ({ link }, { provider }) => [
      `The sign-in address of your ${provider} account was changed. Not you? Undo it:`,
      { link, label: '' },
    ],
  },
  'email-reverted': {
    subject: (_, { provider }) => `The sign-in address of a ${provider} account was changed back`,
    preview: ({ email }) => `It is ${email} again.`,
    heading: () => 'The sign-in address was changed back',
    body: ({ email, device, at, timeZone }, { provider, supportEmail }) => [
      `A ${provider} account that used this email address has its former address back, and this one was removed from it. Everyone was signed out:`,
      { facts: [['Address', email], ...factsOf({ device, at, timeZone })] },
      wasItYou,
      `If the account is yours and it wasn’t you, tell us at ${supportEmail}.`,
    ],
    sms: (_, { provider }) => [
      `The sign-in address of a ${provider} account was changed back. Not you? Ask us for help.`,
    ],
  },
}
