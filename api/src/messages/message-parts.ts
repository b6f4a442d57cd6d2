/** Declares what a message is made of, and writes the parts that several messages share. */
import { entryPath } from '@foyer/contract/addresses'
import { pages } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import { momentIn } from './moment.ts'

/** The names and URLs of this installation that messages contain. */
export type Installation = { provider: string; supportEmail: string; baseUrl: string }

/** The installation, the name of the message's platform as pages say it, and the address of a mail; null for an SMS. */
export type MessageSender = Installation & { platformName: string; address: string | null }

/** The values of every message. The platform decides the name, the colour and the linked pages. */
type About = { firstName: string; platform: Platform }

/** An event that the owner of the account may not have caused, with the reader's time zone. */
export type Occurrence = { device: string | null; at: Date; timeZone: string | null }

/**
 * A paragraph, a code to type, a link with its label, a second link, named facts, or a user's text with its line breaks. A
 * mail has one `link` at most, which is its button.
 */
export type Part =
  | string
  | { code: string }
  | { link: string; label: string }
  | { also: string; label: string }
  | { facts: [string, string][] }
  | { quote: string }

export type Texts = {
  /** Contains no code and no link, because locked screens show it. */
  subject: string
  /** Mail programs show the preview next to the subject, also on locked screens. */
  preview: string
  /** Defaults to the subject. */
  heading?: string
  body: Part[]
  /** One or two sentences. The renderer adds a line that binds a code to our host, and puts a link on its own line. */
  sms: Part[]
  /** Completes 'You get this because …' with the reason why this address gets the mail. */
  because: string
  /** Replaces the greeting and the support address in a message to support itself. */
  footer?: string
}

/** Declares a message: its values, and the function that writes its texts. */
export function message<Values extends object = object>(
  write: (values: About & Values, sender: MessageSender) => Texts,
): (values: About & Values, sender: MessageSender) => Texts {
  return write
}

export const wasItYou = 'If this was you, you’re all set.'

export function factsOf({ device, at, timeZone }: Occurrence): [string, string][] {
  const time: [string, string] = ['Time', momentIn(at, timeZone)]
  return device ? [['Browser', device], time] : [time]
}

/** Names the section of the account as its page does. */
export function underSection(page: 'account-contacts' | 'account-security'): string {
  return `under ‘${pages[page].title}’ in your account`
}

/** Tells users what to do if they did not cause the event. `first` comes before the request to contact support. */
export function ifItWasNotYou({ platform }: About, sender: MessageSender, first = ''): Part[] {
  return [
    `If it wasn’t you, set a new password now. That signs out everyone else. Then ${first}tell us at ${sender.supportEmail}.`,
    newPasswordLink(platform, sender),
  ]
}

/**
 * Links to the page of this platform where a user asks for a link to set a new password. The page of a mail's link has the
 * address filled in; a number would make an SMS longer.
 */
export function newPasswordLink(
  platform: Platform,
  { baseUrl, address }: MessageSender,
  label = 'Set a new password',
): Part {
  const query = new URLSearchParams({ platform, ...(address !== null && { email: address }) })
  return { link: `${baseUrl}${entryPath('forgot-password', platform)}?${query}`, label }
}

export function signInLink(platform: Platform, { baseUrl }: Installation, label = 'Sign in'): Part {
  return { link: `${baseUrl}${entryPath('sign-in', platform)}?platform=${platform}`, label }
}

/** Leads to the list of passkeys, apps and linked accounts. */
export function securityLink(platform: Platform, { baseUrl }: Installation): Part {
  return {
    also: `${baseUrl}${pages['account-security'].paths.main}?platform=${platform}`,
    label: 'See your security settings',
  }
}

/** Links to the part of the account with the user's data. */
export function privacyLink(platform: Platform, { baseUrl }: Installation): Part {
  return { link: `${baseUrl}/account/privacy?platform=${platform}`, label: 'Get your data' }
}

/** Links to the notifications, with the choice of what the user gets. The page asks for a sign-in if the browser has none. */
export function notificationsLink(platform: Platform, { baseUrl }: Installation): Part {
  return {
    link: `${baseUrl}${pages['account-notifications'].paths.main}?platform=${platform}`,
    label: 'See your notifications',
  }
}

/** Leads to the schools and invitations of a user, after a sign-in if the browser has none. */
export function schoolPageLink(platform: Platform, { baseUrl }: Installation, label: string): Part {
  return { link: `${baseUrl}${pages['account-school'].paths.main}?platform=${platform}`, label }
}

export function inMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

export function inHours(hours: number): string {
  return hours === 1 ? '1 hour' : `${hours} hours`
}
