/** Says what a message is made of, and writes the parts that several share. */
import { entryPath } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import { momentIn } from './moment.ts'

/** The names and addresses that this installation signs its messages with. */
export type Installation = { provider: string; supportEmail: string; baseUrl: string }

/** The installation, and the name of the message's platform as pages say it. */
export type Sender = Installation & { place: string }

/** The platform gives a message its name, its colour and the pages that it links to. */
export type About = { firstName: string; platform: Platform }

/** An event that the owner of an account may not have caused, with the time zone to write its time in. */
export type Occurrence = About & { device: string | null; at: Date; timeZone: string | null }

/** A paragraph, a code to type, a link with its label, facts with their names, or what a user wrote, in lines. */
export type Part =
  | string
  | { code: string }
  | { link: string; label: string }
  | { facts: [string, string][] }
  | { quote: string }

export type Template<V> = {
  /** Stands in place of the greeting and the support address in a message to support itself. */
  footer?: string
  subject(values: V, sender: Sender): string
  /** Mail programs show it beside the subject, also on locked screens. */
  preview(values: V, sender: Sender): string
  heading(values: V, sender: Sender): string
  body(values: V, sender: Sender): Part[]
  /** One or two sentences. The renderer binds a code to our host and puts a link on a line of its own. */
  sms(values: V, sender: Sender): Part[]
}

export const wasItYou = 'If this was you, you’re all set.'

export function factsOf({ device, at, timeZone }: Omit<Occurrence, keyof About>): [string, string][] {
  const time: [string, string] = ['Time', momentIn(at, timeZone)]
  return device ? [['Browser', device], time] : [time]
}

/** Returns the page of this platform where a user asks for a link to set a new password. */
export function forgotPasswordUrl({ baseUrl }: Installation, platform: Platform): string {
  return `${baseUrl}${entryPath('forgot-password', platform)}?platform=${platform}`
}

export function signInUrl({ baseUrl }: Installation, platform: Platform): string {
  return `${baseUrl}${entryPath('sign-in', platform)}?platform=${platform}`
}

export function inMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
