/** Declares what a message is made of, and writes the parts that several messages share. */
import { entryPath } from '@foyer/contract/addresses'
import type { Platform } from '@foyer/contract/platforms'
import { momentIn } from './moment.ts'

/** The names and addresses that this installation signs its messages with. */
export type Installation = { provider: string; supportEmail: string; baseUrl: string }

/** The installation, the name of the message's platform as pages say it, and the address of a mail; null for an SMS. */
export type MessageSender = Installation & { platformName: string; address: string | null }

/** The values of every message. The platform gives a message its name, its colour and the pages that it links to. */
type About = { firstName: string; platform: Platform }

/** An event that the owner of an account may not have caused, with the time zone to write its time in. */
export type Occurrence = { device: string | null; at: Date; timeZone: string | null }

/** A paragraph, a code to type, a link with its label, facts with their names, or what a user wrote, in lines. */
export type Part =
  | string
  | { code: string }
  | { link: string; label: string }
  | { facts: [string, string][] }
  | { quote: string }

export type Texts = {
  /** Holds no code and no link: it shows on locked screens. */
  subject: string
  /** Mail programs show the preview beside the subject, also on locked screens. */
  preview: string
  /** Without a heading the mail shows its subject. */
  heading?: string
  body: Part[]
  /** One or two sentences. The renderer binds a code to our host and puts a link on a line of its own. */
  sms: Part[]
  /** Completes 'You get this because …' with the reason why this address gets the mail. */
  because: string
  /** Replaces the greeting and the support address in a message to support itself. */
  footer?: string
}

/** Declares a row of the table of messages: the values that it needs, and its texts. */
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

/** What users do who did not cause the event of a notice; `first` is what they do before they write to support. */
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

export function signInLink(platform: Platform, { baseUrl }: Installation): Part {
  return { link: `${baseUrl}${entryPath('sign-in', platform)}?platform=${platform}`, label: 'Sign in' }
}

export function inMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

export function inHours(hours: number): string {
  return hours === 1 ? '1 hour' : `${hours} hours`
}
