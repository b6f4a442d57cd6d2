/** Lists what differs between emails and phone numbers on the page: routes, forms and words. */
import { deleteEmail, listEmails, type OwnEmail, putEmail, verifyEmail } from '@foyer/contract/profile/emails'
import { deletePhone, listPhones, type OwnPhone, putPhone, verifyPhone } from '@foyer/contract/profile/phones'
import { fragments } from '../fragments.ts'

export type ContactKind = 'email' | 'phone'

export type OwnContact = OwnEmail | OwnPhone

/** A contact that a form is about: its id and its text on the screen. */
export type NamedContact = { kind: ContactKind; id: string; text: string }

export const contactKinds = {
  email: {
    routes: { list: listEmails, verify: verifyEmail, put: putEmail, remove: deleteEmail },
    forms: { add: fragments.addEmail, verify: fragments.verifyEmail },
    title: 'Email addresses',
    lead: 'You can sign in with any verified address. Codes and messages go to your sign-in address.',
    label: 'Email',
    otherLabel: 'Other email',
    named: 'email address',
    namedAll: 'your email addresses',
    primaryNote: 'You sign in with this address',
    noneNote: 'With an email address you get back into your account if you lose your phone',
    makePrimary: 'Make sign-in address',
    confirmPrimary: 'Change sign-in address',
    confirmRemoval: 'Remove address',
  },
  phone: {
    routes: { list: listPhones, verify: verifyPhone, put: putPhone, remove: deletePhone },
    forms: { add: fragments.addPhone, verify: fragments.verifyPhone },
    title: 'Phone numbers',
    lead: 'You can sign in with any verified number. Codes by text message go to your primary number.',
    label: 'Phone',
    otherLabel: 'Other phone',
    named: 'phone number',
    namedAll: 'your phone numbers',
    primaryNote: 'Primary',
    noneNote: 'With a number you can get codes by text message',
    makePrimary: 'Make primary',
    confirmPrimary: 'Change primary number',
    confirmRemoval: 'Remove number',
  },
} as const

/** Returns a contact as people write it. */
export function textOf(contact: OwnContact): string {
  return 'email' in contact ? contact.email : contact.formatted
}
