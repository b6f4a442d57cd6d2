/**
 * Holds the texts of all messages as data; render-message.ts lays them out. No subject holds a code or a link. A link
 * is a part of its own and leads to one of our own pages.
 */
import type { otpPurposes } from '@foyer/contract/routes/otp'
import { codePhrases } from './texts/code-phrases.ts'
import { type EmailMessageValues, emailMessages } from './texts/email-messages.ts'
import {
  type About,
  factsOf,
  forgotPasswordUrl,
  inMinutes,
  type Occurrence,
  signInUrl,
  type Template,
  wasItYou,
} from './texts/message-parts.ts'
import { type SchoolMessageValues, schoolMessages } from './texts/school-messages.ts'
import { type SocialMessageValues, socialMessages } from './texts/social-messages.ts'

/** A request to support: the text of the user, and facts that the service knows about the user. */
export type HelpRequest = {
  reference: string
  category: string
  email: string
  name: string
  /** Null without a session. */
  userId: string | null
  subject: string
  message: string
}

/** The values that each message fills in. */
export type TemplateValues = SocialMessageValues &
  SchoolMessageValues &
  EmailMessageValues & {
    'otp-code': About & { purpose: (typeof otpPurposes)[number]; code: string; minutes: number }
    'new-device': Occurrence
    'session-ended-for-safety': About
    'reset-password': About & { link: string; minutes: number }
    'create-password': About & { link: string; hours: number }
    'beta-invitation': About & { link: string; hours: number }
    'password-changed': Occurrence
    'password-set': Occurrence
    'access-added': About
    /** To support. */
    'help-request': About & HelpRequest
    /** To the user. `written` is null for an address that is not proven: anyone can type the address of another user. */
    'help-received': About & { reference: string; written: { subject: string; message: string } | null }
    'school-added': About
    'platform-added': About
    /** `isMember` is false for an account that can sign in nowhere. */
    'sign-up-attempted': About & { isMember: boolean }
  }
export type TemplateName = keyof TemplateValues

const expiredLink = 'If it has expired, open it anyway and we’ll send a new one.'

export const templates: { [N in TemplateName]: Template<TemplateValues[N]> } = {
  'otp-code': {
    subject: ({ purpose }, sender) => codePhrases[purpose].subject(sender),
    preview: ({ minutes }) => `It works for ${inMinutes(minutes)}.`,
    heading: ({ purpose }) => codePhrases[purpose].heading,
    body: ({ purpose, code, minutes }, sender) => [
      `Enter this code to ${codePhrases[purpose].action(sender)}. It works for ${inMinutes(minutes)}:`,
      { code },
      `Don’t share it: no one from ${sender.provider} will ever ask you for it. If you didn’t ${codePhrases[purpose].attempt}, you can ignore this email.`,
    ],
    sms: ({ purpose, code, minutes }, sender) => [
      `${code} is your ${sender.provider} code to ${codePhrases[purpose].action(sender)}, valid for ${inMinutes(minutes)}. We never ask for it.`,
      { code },
    ],
  },
  'new-device': {
    subject: (_, { provider }) => `New sign-in to your ${provider} account`,
    preview: (_, { place }) => `Someone signed in to ${place}. Was it you?`,
    heading: () => 'New sign-in to your account',
    body: ({ platform, device, at, timeZone }, sender) => [
      `Someone signed in to ${sender.place} in a browser that we haven’t seen with your account before:`,
      { facts: factsOf({ device, at, timeZone }) },
      wasItYou,
      `If it wasn’t you, set a new password now. That signs out everyone else. Then tell us at ${sender.supportEmail}.`,
      { link: forgotPasswordUrl(sender, platform), label: 'Set a new password' },
    ],
    sms: ({ platform }, sender) => [
      `${sender.provider}: new sign-in to ${sender.place}. Not you? Set a new password now:`,
      { link: forgotPasswordUrl(sender, platform), label: '' },
    ],
  },
  'session-ended-for-safety': {
    subject: () => 'We signed you out to keep your account safe',
    preview: (_, { place }) => `Please sign in to ${place} again.`,
    heading: () => 'We signed you out to keep your account safe',
    body: ({ platform }, sender) => [
      `Your sign-in to ${sender.place} was used in two places at once. Someone may have copied it, so we ended it. You can sign in again now.`,
      `If you don’t know why this happened, set a new password and tell us at ${sender.supportEmail}.`,
      { link: forgotPasswordUrl(sender, platform), label: 'Set a new password' },
    ],
    sms: ({ platform }, sender) => [
      `${sender.provider}: we signed you out of ${sender.place} to keep your account safe. Not sure why? Set a new password:`,
      { link: forgotPasswordUrl(sender, platform), label: '' },
    ],
  },
  'reset-password': {
    subject: (_, { provider }) => `Set a new ${provider} password`,
    preview: ({ minutes }) => `The link works for ${inMinutes(minutes)}.`,
    heading: () => 'Set a new password',
    body: ({ link, minutes }, { provider }) => [
      `Someone asked for a new password for your ${provider} account. If it was you, use this link. It works once, for ${inMinutes(minutes)}:`,
      { link, label: 'Set a new password' },
      'If it wasn’t you, you can ignore this email. Your password stays the same.',
      'Please don’t share this link: anyone who has it can set your password.',
    ],
    sms: ({ link, minutes }, { provider }) => [
      `Set a new ${provider} password within ${inMinutes(minutes)}. Not you? Ignore this message, and don’t share this link.`,
      { link, label: '' },
    ],
  },
  'create-password': {
    subject: (_, { provider, place }) => `${provider} invites you to ${place}`,
    preview: ({ hours }) => `Create your password within ${inHours(hours)}.`,
    heading: () => 'Create your password',
    body: ({ link, hours }, { provider, place }) => [
      `${provider} has invited you to ${place}. Create a password to get started. This link works once, for ${inHours(hours)}:`,
      { link, label: 'Create your password' },
      `${expiredLink} If you didn’t expect an invitation, you can ignore this email.`,
    ],
    sms: ({ link, hours }, { provider, place }) => [
      `${provider} has invited you to ${place}. Create your password within ${inHours(hours)}:`,
      { link, label: '' },
    ],
  },
  'beta-invitation': {
    subject: (_, { provider }) => `You’re invited to the closed beta of ${provider}`,
    preview: ({ hours }) => `Your place is kept for ${inHours(hours)}.`,
    heading: () => 'You’re invited to the closed beta',
    body: ({ link, hours }, { provider, place }) => [
      `${provider} has kept a place for you in the closed beta of ${place}. Create a password to join. This link works once, for ${inHours(hours)}:`,
      { link, label: 'Join the beta' },
      `${expiredLink} If you didn’t expect an invitation, you can ignore this email.`,
    ],
    sms: ({ link, hours }, { provider, place }) => [
      `${provider} has invited you to the closed beta of ${place}. Join within ${inHours(hours)}:`,
      { link, label: '' },
    ],
  },
  'password-changed': {
    subject: (_, { provider }) => `Your ${provider} password was changed`,
    preview: () => 'Was it you?',
    heading: () => 'Your password was changed',
    body: ({ platform, device, at, timeZone }, sender) => [
      'Your password was changed, and you were signed out everywhere else:',
      { facts: factsOf({ device, at, timeZone }) },
      wasItYou,
      `If it wasn’t you, set another password now to get your account back. Then tell us at ${sender.supportEmail}.`,
      { link: forgotPasswordUrl(sender, platform), label: 'Set another password' },
    ],
    sms: ({ platform }, sender) => [
      `Your ${sender.provider} password was changed. Not you? Set another one now:`,
      { link: forgotPasswordUrl(sender, platform), label: '' },
    ],
  },
  'password-set': {
    subject: (_, { provider }) => `Your ${provider} account has a password now`,
    preview: () => 'Was it you?',
    heading: () => 'Your account has a password now',
    body: ({ platform, device, at, timeZone }, sender) => [
      'Someone set a password for your account, and you were signed out everywhere else:',
      { facts: factsOf({ device, at, timeZone }) },
      wasItYou,
      `If it wasn’t you, set another password now to get your account back. Then tell us at ${sender.supportEmail}.`,
      { link: forgotPasswordUrl(sender, platform), label: 'Set another password' },
    ],
    sms: ({ platform }, sender) => [
      `Your ${sender.provider} account has a password now. Not you? Set another one:`,
      { link: forgotPasswordUrl(sender, platform), label: '' },
    ],
  },
  'access-added': {
    subject: (_, { place }) => `You have access to ${place}`,
    preview: () => 'Sign in with the password you already have.',
    heading: (_, { place }) => `You have access to ${place}`,
    body: ({ platform }, sender) => [
      `${sender.provider} has added ${sender.place} to your account. Sign in with the password you already have:`,
      { link: signInUrl(sender, platform), label: 'Sign in' },
      `If you don’t know why, ask us at ${sender.supportEmail}.`,
    ],
    sms: ({ platform }, sender) => [
      `${sender.provider}: you have access to ${sender.place}. Sign in with the password you already have:`,
      { link: signInUrl(sender, platform), label: '' },
    ],
  },
  'help-request': {
    footer: 'Reply to this email to answer the user.',
    subject: ({ reference, subject }) => `[${reference}] ${subject}`,
    preview: ({ category }, { place }) => `${category}, ${place}`,
    heading: ({ subject }) => subject,
    body: ({ reference, category, email, name, userId, message }, { place }) => [
      { quote: message },
      {
        facts: [
          ['Reference', reference],
          ['Email', email],
          ...(name ? [['Name', name] satisfies [string, string]] : []),
          ['Account', userId ?? 'Not signed in: anyone can type this email and name'],
          ['Category', category],
          ['Platform', place],
        ],
      },
    ],
    sms: ({ reference }, { provider }) => [`${provider}: new help request ${reference}.`],
  },
  'help-received': {
    subject: ({ reference }) => `We got your message (${reference})`,
    preview: () => 'We’ll answer by email.',
    heading: () => 'We got your message',
    body: ({ reference, written }, { provider }) => [
      `Thank you for writing to ${provider}. We’ll answer by email. If you write to us again about this, quote the reference:`,
      {
        facts: [
          ['Reference', reference],
          ...(written ? [['Subject', written.subject] satisfies [string, string]] : []),
        ],
      },
      ...(written ? ['You wrote:', { quote: written.message }] : []),
      'If you didn’t write to us, you can ignore this email.',
    ],
    sms: ({ reference }, { provider }) => [`${provider} got your message. Your reference is ${reference}.`],
  },
  'school-added': {
    subject: (_, { provider }) => `A school was added to your ${provider} account`,
    preview: (_, { place }) => `You can now use ${place}. Was it you?`,
    heading: () => 'A school was added to your account',
    body: ({ platform }, sender) => [
      `A school was signed up with your ${sender.provider} account. You can now use ${sender.place} with it.`,
      wasItYou,
      `If it wasn’t you, set a new password now. That signs out everyone else. Then tell us at ${sender.supportEmail}.`,
      { link: forgotPasswordUrl(sender, platform), label: 'Set a new password' },
    ],
    sms: ({ platform }, sender) => [
      `${sender.provider}: a school was added to your account. Not you? Set a new password now:`,
      { link: forgotPasswordUrl(sender, platform), label: '' },
    ],
  },
  'platform-added': {
    subject: (_, { provider, place }) => `${place} was added to your ${provider} account`,
    preview: (_, { place }) => `You can now use ${place}. Was it you?`,
    heading: (_, { place }) => `${place} was added to your account`,
    body: ({ platform }, sender) => [
      `You can now sign in to ${sender.place} with your ${sender.provider} account.`,
      wasItYou,
      `If it wasn’t you, set a new password now. That signs out everyone else. Then tell us at ${sender.supportEmail}.`,
      { link: forgotPasswordUrl(sender, platform), label: 'Set a new password' },
    ],
    sms: ({ platform }, sender) => [
      `${sender.provider}: ${sender.place} was added to your account. Not you? Set a new password now:`,
      { link: forgotPasswordUrl(sender, platform), label: '' },
    ],
  },
  ...schoolMessages,
  ...socialMessages,
  ...emailMessages,
  'sign-up-attempted': {
    subject: (_, { provider }) => `You already have a ${provider} account`,
    preview: () => 'Someone tried to sign up with your email address.',
    heading: () => 'You already have an account',
    body: ({ platform, isMember }, sender) => [
      `Someone tried to create a ${sender.provider} account with your email address. You already have one.`,
      ...(isMember
        ? [
            'If it was you, sign in. If you forgot your password, you can set a new one there:',
            { link: signInUrl(sender, platform), label: 'Sign in' },
          ]
        : [`If it was you and you can’t sign in, tell us at ${sender.supportEmail}.`]),
      'If it wasn’t you, you can ignore this email. No one got into your account.',
    ],
    sms: (_, { provider }) => [
      `Someone tried to create a ${provider} account with your email address. You already have one.`,
    ],
  },
}

function inHours(hours: number): string {
  return hours === 1 ? '1 hour' : `${hours} hours`
}
