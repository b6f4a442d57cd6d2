/** Names the schemas that several routes share, so that generators make one type of each. */

import { platform, product } from '@foyer/contract/fields'
import { block } from '@foyer/contract/profile/block-list'
import { contactChallenge } from '@foyer/contract/profile/contacts'
import { ownEmail } from '@foyer/contract/profile/emails'
import { listedEntries } from '@foyer/contract/profile/entries'
import { ownPhone } from '@foyer/contract/profile/phones'
import { profile, publicProfile } from '@foyer/contract/profile/profile-routes'
import { sectionNames } from '@foyer/contract/profile/section-names'
import { profileSections } from '@foyer/contract/profile/sections'
import { captcha, captchaChallenge, vendorChallenge } from '@foyer/contract/routes/captcha'
import { helpCategory } from '@foyer/contract/routes/help'
import { notification } from '@foyer/contract/routes/notifications'
import { linkOwner } from '@foyer/contract/routes/password-links'
import { country, state } from '@foyer/contract/routes/reference'
import { listedSession, tokens } from '@foyer/contract/routes/sessions'
import { settings } from '@foyer/contract/routes/settings'
import { session, user, userDetails } from '@foyer/contract/routes/sign-in'
import { utmParams } from '@foyer/contract/routes/sign-up'
import { signupTracking } from '@foyer/contract/routes/signup-tracking'
import { school, schoolUser } from '@foyer/contract/schools/school-fields'
import type { GenericSchema } from 'valibot'

export const openListNote =
  'An open list: expect further values in answers. Requests take the listed values only.'

type NamedSchema = {
  schema: GenericSchema
  description: string
  /** `input`: requests may not have other fields. `output`: answers may get further fields. */
  mode: 'input' | 'output'
  /** True if another standard defines the field names, so that they are not converted to snake_case. */
  isOpaque?: true
}

/** The entries of each section: `AwardEntry` and so on. */
const entries = sectionNames.map((name): [string, NamedSchema] => [
  `${profileSections[name].entry}Entry`,
  {
    schema: listedEntries[name],
    mode: 'output',
    description: `An entry of the section ${name} of a profile.`,
  },
])

export const namedSchemas: Readonly<Record<string, NamedSchema>> = {
  User: { schema: user, mode: 'output', description: 'The user who is signed in.' },
  UserDetails: {
    schema: userDetails,
    mode: 'output',
    description: 'The answer to a look-up. A field that the caller may not see is null.',
  },
  Session: { schema: session, mode: 'output', description: 'The tokens of a session and its user.' },
  Tokens: {
    schema: tokens,
    mode: 'output',
    description: 'A new access token, and the refresh token that replaces the one that was sent.',
  },
  ListedSession: {
    schema: listedSession,
    mode: 'output',
    description: 'An open session as its owner sees it.',
  },
  Settings: { schema: settings, mode: 'output', description: 'The settings of a user.' },
  Profile: { schema: profile, mode: 'output', description: 'The profile of a user as its owner sees it.' },
  PublicProfile: {
    schema: publicProfile,
    mode: 'output',
    description: 'The profile of a user as everybody sees it.',
  },
  ...Object.fromEntries(entries),
  Block: { schema: block, mode: 'output', description: 'An entry of a block list.' },
  Email: { schema: ownEmail, mode: 'output', description: 'An email address as its owner sees it.' },
  Phone: { schema: ownPhone, mode: 'output', description: 'A phone number as its owner sees it.' },
  ContactChallenge: {
    schema: contactChallenge,
    mode: 'output',
    description: 'The challenge of a code to a new contact, and when another code can be sent.',
  },
  LinkOwner: {
    schema: linkOwner,
    mode: 'output',
    description: 'The user that a password link belongs to; email and phone number are masked.',
  },
  SignupTracking: {
    schema: signupTracking,
    mode: 'output',
    description: 'The source of a sign-up.',
    isOpaque: true,
  },
  Country: {
    schema: country,
    mode: 'output',
    description: 'A country or territory of ISO 3166-1, or Kosovo.',
  },
  State: { schema: state, mode: 'output', description: 'A state or other first division of a country.' },
  Notification: {
    schema: notification,
    mode: 'output',
    description: 'A notification as its user sees it.',
  },
  School: {
    schema: school,
    mode: 'output',
    description: 'A school as its users and the platforms that see every school see it.',
  },
  SchoolUser: { schema: schoolUser, mode: 'output', description: 'A user who may reach a school.' },
  HelpCategory: {
    schema: helpCategory,
    mode: 'output',
    description: 'A category of questions, with a text that may answer them.',
  },
  UtmParams: {
    schema: utmParams,
    mode: 'input',
    description: 'The campaign parameters of the first page of the visit.',
  },
  Captcha: { schema: captcha, mode: 'input', description: 'The solution of a captcha challenge.' },
  CaptchaChallenge: {
    schema: captchaChallenge,
    mode: 'output',
    description: 'A proof-of-work challenge of ALTCHA 2, in the spelling of its library.',
    isOpaque: true,
  },
  VendorChallenge: {
    schema: vendorChallenge,
    mode: 'output',
    description: "The settings to start a captcha vendor's widget with.",
    isOpaque: true,
  },
  Platform: { schema: platform, mode: 'output', description: `A platform. ${openListNote}` },
  Product: { schema: product, mode: 'output', description: `A product. ${openListNote}` },
}
