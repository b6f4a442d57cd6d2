/**
 * Holds the texts of all messages as data; render-message.ts lays them out. No subject holds a code or a link. A link
 * is a part of its own and leads to one of our own pages.
 */
import { entryPath } from '@foyer/contract/pages'
import { type Platform, platformRow } from '@foyer/contract/platforms'

/** The names and addresses that this installation signs its messages with. */
export type Installation = { provider: string; supportEmail: string; baseUrl: string }

/** The values that each message fills in. */
export type TemplateValues = {
  'otp-code': { code: string; minutes: number; firstName: string }
  'new-device': { firstName: string; platform: string; device: string | null; at: Date }
  'session-ended-for-safety': { firstName: string; platform: string }
  'reset-password': { firstName: string; link: string; minutes: number }
  'create-password': { firstName: string; platform: string; link: string; hours: number }
  'beta-invitation': { firstName: string; platform: string; link: string; hours: number }
  'password-changed': { firstName: string; platform: Platform; device: string | null; at: Date }
  'access-added': { firstName: string; platform: Platform }
  /** `platform` is one that the account's owner signs in to, null if there is none. */
  'sign-up-attempted': { firstName: string; platform: Platform | null }
}
export type TemplateName = keyof TemplateValues

/** A paragraph, a code to type, or a link with its label. */
export type Part = string | { code: string } | { link: string; label: string }

export type Template<V> = {
  subject(values: V, installation: Installation): string
  /** Mail programs show it beside the subject, also on locked screens. */
  preview(values: V): string
  heading: string
  body(values: V, installation: Installation): Part[]
  /** One or two sentences. The renderer binds a code to our host and puts a link on a line of its own. */
  sms(values: V, installation: Installation): Part[]
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export const templates: { [N in TemplateName]: Template<TemplateValues[N]> } = {
  'otp-code': {
    subject: (_, { provider }) => `Your ${provider} sign-in code`,
    preview: ({ minutes }) => `It works for ${inMinutes(minutes)}.`,
    heading: 'Your sign-in code',
    body: ({ code, minutes }, { provider }) => [
      `Enter this code to sign in to ${provider}. It works for ${inMinutes(minutes)}:`,
      { code },
      `Nobody at ${provider} will ever ask you for this code. If you didn’t try to sign in, you can ignore this email.`,
    ],
    sms: ({ code, minutes }, { provider }) => [
      `${code} is your ${provider} code, valid for ${inMinutes(minutes)}. We never ask for it.`,
      { code },
    ],
  },
  'new-device': {
    subject: (_, { provider }) => `New device signed in to your ${provider} account`,
    preview: ({ platform }) => `Someone signed in to ${platform}. Was it you?`,
    heading: 'You signed in from a new device',
    body: ({ platform, device, at }) => [
      `You signed in to ${platform}${device ? ` with ${device}` : ''} on ${moment.format(at)} UTC.`,
      'If this was you, you need do nothing.',
      'If it wasn’t you, change your password now and tell us.',
    ],
    sms: ({ platform }, { provider }) => [
      `${provider}: your account signed in to ${platform} from a new device. Not you? Change your password.`,
    ],
  },
  'session-ended-for-safety': {
    subject: () => 'We signed you out for your safety',
    preview: ({ platform }) => `Please sign in to ${platform} again.`,
    heading: 'We signed you out for your safety',
    body: ({ platform }) => [
      `Your session on ${platform} was used from two places at once, so we ended it. Please sign in again.`,
      'If you don’t know why, change your password and tell us.',
    ],
    sms: ({ platform }, { provider }) => [
      `${provider}: your session on ${platform} was used from two places, so we ended it. Please sign in again.`,
    ],
  },
  'reset-password': {
    subject: (_, { provider }) => `Set a new ${provider} password`,
    preview: ({ minutes }) => `The link works for ${inMinutes(minutes)}.`,
    heading: 'Set a new password',
    body: ({ link, minutes }, { provider }) => [
      `Someone, probably you, asked for a new password for your ${provider} account. This link sets it. It works once, for ${inMinutes(minutes)}:`,
      { link, label: 'Set a new password' },
      'If it wasn’t you, you can ignore this email: your password stays the same. Don’t share this email: anyone who has the link can set your password.',
    ],
    sms: ({ link, minutes }, { provider }) => [
      `Set a new ${provider} password within ${inMinutes(minutes)}. Not you? Ignore this, and pass the link on to nobody.`,
      { link, label: '' },
    ],
  },
  'create-password': {
    subject: ({ platform }, { provider }) => `${provider} invites you to ${platform}`,
    preview: ({ hours }) => `Create your password within ${inHours(hours)}.`,
    heading: 'Create your password',
    body: ({ platform, link, hours }, { provider }) => [
      `${provider} has invited you to ${platform}. Create a password to get in. This link works once, for ${inHours(hours)}:`,
      { link, label: 'Create your password' },
      'Later than that, open it all the same: its page sends you a new one. If you didn’t expect an invitation, you can ignore this email: nobody gets in with your address.',
    ],
    sms: ({ link, hours }, { provider }) => [
      `${provider} has invited you. Create your password within ${inHours(hours)}:`,
      { link, label: '' },
    ],
  },
  'beta-invitation': {
    subject: (_, { provider }) => `You are invited to the closed beta of ${provider}`,
    preview: ({ hours }) => `Your place is kept for ${inHours(hours)}.`,
    heading: 'You are invited to the closed beta',
    body: ({ platform, link, hours }, { provider }) => [
      `${provider} has kept a place for you in its closed beta, as ${platform}. Create a password to join. This link works once, for ${inHours(hours)}:`,
      { link, label: 'Join the beta' },
      'Later than that, open it all the same: its page sends you a new one. If you didn’t expect an invitation, you can ignore this email.',
    ],
    sms: ({ link, hours }, { provider }) => [
      `${provider} has invited you to its closed beta. Join within ${inHours(hours)}:`,
      { link, label: '' },
    ],
  },
  'password-changed': {
    subject: (_, { provider }) => `Your ${provider} password was changed`,
    preview: () => 'Was it you?',
    heading: 'Your password was changed',
    body: ({ platform, device, at }, installation) => [
      `Your password was changed${device ? ` with ${device}` : ''} on ${moment.format(at)} UTC. You were signed out everywhere else.`,
      'If this was you, you need do nothing. If it wasn’t you, set another password now to get your account back, and tell us:',
      { link: forgotPasswordUrl(installation, platform), label: 'This wasn’t me' },
    ],
    sms: ({ platform }, installation) => [
      `Your ${installation.provider} password was changed. Not you? Set another one now:`,
      { link: forgotPasswordUrl(installation, platform), label: '' },
    ],
  },
  'access-added': {
    subject: ({ platform }, { provider }) => `You can now use ${provider} as ${platformRow(platform).role}`,
    preview: () => 'Sign in as you always do.',
    heading: 'A new door is open to you',
    body: ({ platform }, installation) => [
      `${installation.provider} has added ${platformRow(platform).role} to your account. Sign in there with the password you have:`,
      { link: signInUrl(installation, platform), label: 'Sign in' },
      'If you don’t know why, tell us.',
    ],
    sms: ({ platform }, installation) => [
      `${installation.provider} has added ${platformRow(platform).role} to your account. Sign in as you always do:`,
      { link: signInUrl(installation, platform), label: '' },
    ],
  },
  'sign-up-attempted': {
    subject: (_, { provider }) => `You already have a ${provider} account`,
    preview: () => 'Someone tried to sign up with your address.',
    heading: 'You already have an account',
    body: ({ platform }, installation) => [
      'Someone tried to sign up with your address; you already have an account.',
      ...(platform
        ? [
            'If it was you, sign in. If you forgot your password, you can set a new one there:',
            { link: signInUrl(installation, platform), label: 'Sign in' },
          ]
        : ['If it was you and you can’t sign in, tell us.']),
      'If it wasn’t you, you can ignore this email. Nobody got into your account.',
    ],
    sms: (_, { provider }) => [
      `Someone tried to sign up at ${provider} with your address; you already have an account.`,
    ],
  },
}

/** Returns the page of this platform where a user asks for a link to set a new password. */
function forgotPasswordUrl({ baseUrl }: Installation, platform: Platform): string {
  return `${baseUrl}${entryPath('forgot-password', platform)}?platform=${platform}`
}

function signInUrl({ baseUrl }: Installation, platform: Platform): string {
  return `${baseUrl}${entryPath('sign-in', platform)}?platform=${platform}`
}

function inMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

function inHours(hours: number): string {
  return hours === 1 ? '1 hour' : `${hours} hours`
}
