/**
 * Lists the rules of each platform that only the service needs. The table is not in platforms.ts, because no page loads
 * it.
 */
import { type Platform, platforms } from './platforms.ts'

/** Determines the lifetimes of sessions and access tokens. */
type SessionClass = 'learner' | 'organisation' | 'staff'

export const assurances = [1, 2] as const
export type Assurance = (typeof assurances)[number]

export type PlatformPolicy = {
  /**
   * The most that users/fetch reveals to an anonymous caller: name and picture, only whether a password exists, or
   * nothing.
   */
  disclosure: 'full' | 'guarded' | 'none'
  sessionClass: SessionClass
  /**
   * How a user who is signed in at another platform in the same browser enters: with one tap, or with one tap only within
   * 12 hours after a password or code (docs/decisions/browser-sessions.md).
   */
  continuation: 'continue' | 'prove-again'
  /**
   * The factors of a sign-in. 2: every user needs a second factor, at the latest `enrolWithinDays` after the first sign-in
   * there. 1: only users who have an authenticator app are asked for it. `PLATFORM_ASSURANCE` overrides it (docs/assurance.md).
   */
  assurance: Assurance
  enrolWithinDays: number
  /** The days for which a browser in which the second factor was given needs none. */
  rememberBrowserDays: number
  /** Its forms offer sign-in with social providers. */
  offersSocial?: true
  /**
   * The platform's users may add entries to the lists of reference data, because they prepare forms or check entries.
   */
  addsReferenceData?: true
  /** The platform's users can access the schools on their access list (product 7.4). */
  reachesOwnSchools?: true
  /** The platform's users can read every school. */
  seesAllSchools?: true
  /** The platform's users create and change every school, and grant access to schools. */
  managesSchools?: true
  /** The platform's users verify and reject schools. */
  verifiesSchools?: true
}

const oneFactor = { assurance: 1, enrolWithinDays: 14, rememberBrowserDays: 30 } as const
const twoFactors = { assurance: 2, enrolWithinDays: 14, rememberBrowserDays: 7 } as const

const staff: PlatformPolicy = {
  ...oneFactor,
  disclosure: 'guarded',
  sessionClass: 'staff',
  continuation: 'prove-again',
}
const editor: PlatformPolicy = { ...staff, addsReferenceData: true }
const organisation: PlatformPolicy = {
  ...oneFactor,
  disclosure: 'none',
  sessionClass: 'organisation',
  continuation: 'continue',
}
const ofSchools: PlatformPolicy = { ...organisation, reachesOwnSchools: true }
/** The platforms of the product `internal`. */
const internal: PlatformPolicy = { ...editor, seesAllSchools: true }

export const platformPolicies: Record<Platform, PlatformPolicy> = {
  student: {
    ...oneFactor,
    disclosure: 'full',
    sessionClass: 'learner',
    continuation: 'continue',
    offersSocial: true,
  },
  school: ofSchools,
  recruitmentPlatform: ofSchools,
  svp: {
    ...twoFactors,
    disclosure: 'none',
    sessionClass: 'staff',
    continuation: 'prove-again',
    addsReferenceData: true,
    seesAllSchools: true,
    managesSchools: true,
    verifiesSchools: true,
  },
  olympiadPartner: organisation,
  centerHead: staff,
  centreAdmin: { ...staff, ...twoFactors },
  professor: staff,
  serviceAdmin: { ...internal, ...twoFactors, managesSchools: true },
  iqa: { ...editor, ...twoFactors },
  apiDocs: staff,
  applicationFormAdmin: { ...internal, ...twoFactors },
  admissionsCounsellor: internal,
  recruitmentUtils: { ...internal, ...twoFactors },
}

/** The boolean switches of a policy. */
type Flag = {
  [F in keyof PlatformPolicy]-?: [PlatformPolicy[F]] extends [true | undefined] ? F : never
}[keyof PlatformPolicy]

/** Lists the platforms that have a switch. */
/* @__NO_SIDE_EFFECTS__ */
export function platformsWith(flag: Flag): Platform[] {
  return platforms.filter((platform) => platformPolicies[platform][flag])
}
