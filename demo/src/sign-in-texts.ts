/** Defines the texts about the ways to sign in. */
import type { SignInRecord } from './records.ts'
import type { Site, Way } from './sites.ts'

type Steps = readonly (readonly [title: string, text: string])[]

const lasts = ['You’re signed in', 'Our server swaps the code for a session, and you can begin.'] as const

/** Three steps for each way to sign in, beginning with the click on the button. */
const steps: Record<Way, Steps> = {
  redirect: [
    ['You go to Foyer', 'Foyer asks for your password. No other site sees it.'],
    ['You come back', 'Your browser brings a code that works once, for one minute.'],
    lasts,
  ],
  popup: [
    ['A small window opens', 'Foyer asks for your password there. This page stays where it is.'],
    ['The window closes', 'It hands this page a code that works once, for one minute.'],
    lasts,
  ],
  frame: [
    ['The form is on this page', 'Foyer draws it in a frame. This page can’t see what you type.'],
    ['The frame sends a code', 'The code works once, for one minute, and for this page alone.'],
    lasts,
  ],
}

const silentStep = [
  'We ask first',
  'A hidden frame asks Foyer whether you are signed in already. If so, you click nothing.',
] as const

export function stepsOf({ way, isSilent }: Site): Steps {
  return isSilent ? [silentStep, ...steps[way]] : steps[way]
}

/** Sentences about how the user signed in. */
export const waysInWords: Record<SignInRecord['way'], string> = {
  redirect: 'Redirect: you went to Foyer and came back with a code',
  popup: 'Popup: a small window of Foyer handed this page a code',
  frame: 'Embedded frame: Foyer’s form on this page handed it a code',
  silent: 'Silent: you were signed in at Foyer, so a hidden frame handed this page a code',
  'auto-login': 'Auto-login: a sister site carried your sign-in to Foyer, and you came on from there',
}

/** Authentication methods by their names in tokens (RFC 8176). */
const methods: Record<string, string> = { pwd: 'password', otp: 'one-time code' }

export function methodsInWords(amr: readonly string[]): string {
  return amr.map((method) => methods[method] ?? method).join(', ') || 'not told'
}
