/** Lists what only the service decides by platform. The table is not in platforms.ts, because no page loads it. */
import { type Platform, platforms } from './platforms.ts'

/** Decides the lifetimes of sessions and access tokens. */
type SessionClass = 'learner' | 'organisation' | 'staff'

export type PlatformPolicy = {
  /** The most that users/fetch reveals to an anonymous caller: name and picture, only that a password exists, or nothing. */
  disclosure: 'full' | 'guarded' | 'none'
  sessionClass: SessionClass
  /** Its forms offer sign-in with social providers. */
  offersSocial?: true
  /** Its users add entries to the lists of reference data: those who prepare forms or check what people enter. */
  addsReferenceData?: true
  /** Its users reach the schools on their access list (product 7.4). */
  reachesOwnSchools?: true
  /** Its users read every school. */
  seesAllSchools?: true
  /** Its users create and change every school, and decide which users may reach it. */
  managesSchools?: true
  /** Its users verify and reject schools. */
  verifiesSchools?: true
}

const staff: PlatformPolicy = { disclosure: 'guarded', sessionClass: 'staff' }
const editor: PlatformPolicy = { ...staff, addsReferenceData: true }
const organisation: PlatformPolicy = { disclosure: 'none', sessionClass: 'organisation' }
const ofSchools: PlatformPolicy = { ...organisation, reachesOwnSchools: true }
/** The platforms of the product `internal`. */
const internal: PlatformPolicy = { ...editor, seesAllSchools: true }

export const platformPolicies: Record<Platform, PlatformPolicy> = {
  student: { disclosure: 'full', sessionClass: 'learner', offersSocial: true },
  school: ofSchools,
  recruitmentPlatform: ofSchools,
  svp: {
    disclosure: 'none',
    sessionClass: 'staff',
    addsReferenceData: true,
    seesAllSchools: true,
    managesSchools: true,
    verifiesSchools: true,
  },
  olympiadPartner: organisation,
  centerHead: staff,
  centreAdmin: staff,
  professor: staff,
  serviceAdmin: { ...internal, managesSchools: true },
  iqa: editor,
  apiDocs: staff,
  applicationFormAdmin: internal,
  admissionsCounsellor: internal,
  recruitmentUtils: internal,
}

/** Switches that a policy may have. */
type Flag = {
  [F in keyof PlatformPolicy]-?: [PlatformPolicy[F]] extends [true | undefined] ? F : never
}[keyof PlatformPolicy]

/** Lists the platforms that have a switch. */
/* @__NO_SIDE_EFFECTS__ */
export function platformsWith(flag: Flag): Platform[] {
  return platforms.filter((platform) => platformPolicies[platform][flag])
}
