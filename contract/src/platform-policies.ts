/** Lists what the service alone decides by the platform. The table is apart from platforms.ts, since no page loads it. */
import { type Platform, platforms } from './platforms.ts'

/** Decides the lifetimes of sessions and access tokens. */
export type SessionClass = 'learner' | 'organisation' | 'staff'

export type PlatformPolicy = {
  /** The most that users/fetch reveals to an anonymous caller: name and picture, only that a password exists, or nothing. */
  disclosure: 'full' | 'guarded' | 'none'
  sessionClass: SessionClass
  /** Its forms offer sign-in with Google, Facebook and Apple. */
  offersSocial?: true
  /** Its users add entries to the lists of reference data: those who prepare forms or check what people enter. */
  addsReferenceData?: true
}

const staff: PlatformPolicy = { disclosure: 'guarded', sessionClass: 'staff' }
const editor: PlatformPolicy = { ...staff, addsReferenceData: true }
const organisation: PlatformPolicy = { disclosure: 'none', sessionClass: 'organisation' }

export const platformPolicies: Record<Platform, PlatformPolicy> = {
  student: { disclosure: 'full', sessionClass: 'learner', offersSocial: true },
  school: organisation,
  recruitmentPlatform: organisation,
  svp: { disclosure: 'none', sessionClass: 'staff', addsReferenceData: true },
  olympiadPartner: organisation,
  centerHead: staff,
  centreAdmin: staff,
  professor: staff,
  serviceAdmin: editor,
  iqa: editor,
  apiDocs: staff,
  applicationFormAdmin: editor,
  admissionsCounsellor: editor,
  recruitmentUtils: editor,
}

type Flag = 'offersSocial' | 'addsReferenceData'

/** Returns the platforms that have a flag, in table order. */
/* @__NO_SIDE_EFFECTS__ */
export function platformsWith(flag: Flag): Platform[] {
  return platforms.filter((platform) => platformPolicies[platform][flag] === true)
}
