/** What messages say, as data: how it looks is render-message.ts. No subject holds a code, no text a link. */
import type { Platform } from '@foyer/contract/platforms'

/** Who writes. */
export type Letterhead = { provider: string; supportEmail: string; baseUrl: string }

/** What each message is about. */
export type TemplateValues = {
  'otp-code': { code: string; minutes: number; firstName: string }
  'new-device': { firstName: string; platform: string; device: string | null; at: Date }
  'session-ended-for-safety': { firstName: string; platform: string }
  'password-changed': { firstName: string; platform: Platform; device: string | null; at: Date }
}
export type TemplateName = keyof TemplateValues

/** A paragraph, or a code to be typed somewhere. */
export type Part = string | { code: string }

export type Template<V> = {
  subject(values: V, letterhead: Letterhead): string
  /** Shown by mailboxes beside the subject, on locked screens too. */
  preview(values: V): string
  heading: string
  body(values: V, letterhead: Letterhead): Part[]
  /** One sentence or two; a code is bound to our host by the renderer. */
  sms(values: V, letterhead: Letterhead): Part[]
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export const templates: { [N in TemplateName]: Template<TemplateValues[N]> } = {
  'otp-code': {
    subject: (_, { provider }) => `Your ${provider} sign-in code`,
    preview: ({ minutes }) => `It is good for ${inMinutes(minutes)}.`,
    heading: 'Your sign-in code',
    body: ({ code, minutes }, { provider }) => [
      `Enter this code to sign in to ${provider}. It is good for ${inMinutes(minutes)}:`,
      { code },
      `Nobody at ${provider} will ever ask you for it. If you did not try to sign in, you need do nothing.`,
    ],
    sms: ({ code, minutes }, { provider }) => [
      `${code} is your ${provider} code, good for ${inMinutes(minutes)}. We never ask for it.`,
      { code },
    ],
  },
  'new-device': {
    subject: (_, { provider }) => `New device signed in to your ${provider} account`,
    preview: ({ platform }) => `Somebody signed in to ${platform}. Was it you?`,
    heading: 'You signed in from a new device',
    body: ({ platform, device, at }) => [
      `You signed in to ${platform}${device ? ` with ${device}` : ''} on ${moment.format(at)} UTC.`,
      'If this was you, you need do nothing.',
      'If it was not, change your password now and tell us.',
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
      'If you do not know how that could be, change your password and tell us.',
    ],
    sms: ({ platform }, { provider }) => [
      `${provider}: your session on ${platform} was used from two places, so we ended it. Please sign in again.`,
    ],
  },
  'password-changed': {
    subject: (_, { provider }) => `Your ${provider} password was changed`,
    preview: () => 'Was it you?',
    heading: 'Your password was changed',
    body: ({ at, device }) => [
      `Your password was changed${device ? ` with ${device}` : ''} on ${moment.format(at)} UTC. You were signed out everywhere else.`,
      'If this was you, you need do nothing.',
      'If it was not, reset your password now and tell us.',
    ],
    sms: (_, { provider }) => [
      `${provider}: your password was changed. Not you? Reset your password now and tell us.`,
    ],
  },
}

function inMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
