/** Lists what the service alone decides by the platform. The table is apart from platforms.ts, since no page loads it. */
import type { Platform } from './platforms.ts'

/** Decides the lifetimes of sessions and access tokens. */
export type SessionClass = 'learner' | 'organisation' | 'staff'

export type PlatformPolicy = {
  /** The most that users/fetch reveals to an anonymous caller: name and picture, only that a password exists, or nothing. */
  disclosure: 'full' | 'guarded' | 'none'
  sessionClass: SessionClass
  /** Its forms offer sign-in with Google, Facebook and Apple. */
  offersSocial?: true
}

const staff: PlatformPolicy = { disclosure: 'guarded', sessionClass: 'staff' }
const organisation: PlatformPolicy = { disclosure: 'none', sessionClass: 'organisation' }

export const platformPolicies: Record<Platform, PlatformPolicy> = {
  student: { disclosure: 'full', sessionClass: 'learner', offersSocial: true },
  school: organisation,
  recruitmentPlatform: organisation,
  svp: { disclosure: 'none', sessionClass: 'staff' },
  olympiadPartner: organisation,
  centerHead: staff,
  centreAdmin: staff,
  professor: staff,
  serviceAdmin: staff,
  iqa: staff,
  apiDocs: staff,
  applicationFormAdmin: staff,
  admissionsCounsellor: staff,
  recruitmentUtils: staff,
}
