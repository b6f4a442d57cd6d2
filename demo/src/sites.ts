/** Lists the demo sites, a row each. platforms-file.ts registers them at Foyer, and server.ts runs them. */
import * as content from './content.ts'
import { centre, type Family, internal, learning, meetings, partner, school, verification } from './family.ts'

/** A way to sign in: on Foyer's own page, in a popup, or in a frame of the site's page. */
export type Way = 'redirect' | 'popup' | 'frame'

export type Site = {
  /** Identifies the site in its client id, its secret and its cookie. */
  key: string
  name: string
  /** The heading of the start page. */
  tagline: string
  /** What the platform shows; null for the external site. */
  content: content.Content | null
  /** Platform and product in Foyer's spelling. */
  platform: string
  product: string
  /** The platform's name on Foyer's pages. */
  brand: string
  family: Family
  /** Decides what the sign-in button does. Without JavaScript it is a link to Foyer on every site. */
  way: Way
  /** For a frame: the height that the page reserves for Foyer's form, so that nothing moves when the form appears. */
  formHeight?: `${number}rem`
  /** If true, the page checks in a hidden frame at once whether the user is signed in at Foyer. */
  isSilent?: true
  port: number
  /** Default: localhost. Browsers treat another host as another site. */
  host?: '127.0.0.1'
  /** The name of an external site, which belongs to no platform but serves the users of `platform`. */
  external?: 'zoom'
  /**
   * If true, the site has pages of courses, orders and settings, to which Foyer's menu links, and preview deployments.
   */
  isForLearners?: true
  /** If true, the site has a page of marks, which opens with two factors only. */
  hasMarks?: true
  /** If true, the platform has no home: Foyer sends codes only to the URL in the sign-in link. */
  hasNoHome?: true
  /**
   * True for the second site of a platform, which passes its sign-in to Foyer; the first site is the platform's home.
   */
  isSister?: true
}

/** The port of the first site; `DEMO_PORT` moves all ports. */
export const firstPort = 4100

export const sites: readonly Site[] = [
  {
    key: 'learning',
    name: 'Lantern Learning',
    tagline: 'Short courses for curious people.',
    content: content.learning,
    platform: 'student',
    product: 'learning',
    brand: 'Learning',
    family: learning,
    way: 'redirect',
    isForLearners: true,
    port: firstPort,
  },
  {
    key: 'zoom',
    name: 'Zoom stand-in',
    tagline: 'Your class is about to begin.',
    content: null,
    platform: 'student',
    product: 'zoom',
    brand: 'Meetings',
    family: meetings,
    way: 'redirect',
    external: 'zoom',
    port: firstPort + 1,
  },
  {
    key: 'centre-head',
    name: 'Lantern Centres',
    tagline: 'All your centres at a glance.',
    content: content.centres,
    platform: 'centerHead',
    product: 'center',
    brand: 'Centre Head',
    family: centre,
    way: 'popup',
    port: firstPort + 2,
  },
  {
    key: 'centre-admin',
    name: 'Centre Desk',
    tagline: 'Rooms, timetables and registers.',
    content: content.centreDesk,
    platform: 'centreAdmin',
    product: 'center',
    brand: 'Centre Admin',
    family: centre,
    way: 'redirect',
    isSilent: true,
    port: firstPort + 3,
  },
  {
    key: 'professor',
    name: 'Faculty Room',
    tagline: 'Plan, teach and mark in one place.',
    content: content.professor,
    platform: 'professor',
    product: 'learning',
    brand: 'Professor Portal',
    family: learning,
    way: 'popup',
    isSilent: true,
    hasMarks: true,
    port: firstPort + 4,
  },
  {
    key: 'iqa',
    name: 'Quality Review',
    tagline: 'Fair marks, checked twice.',
    content: content.quality,
    platform: 'iqa',
    product: 'learning',
    brand: 'Quality Assessment',
    family: learning,
    way: 'redirect',
    port: firstPort + 5,
  },
  {
    key: 'svp',
    name: 'School Checks',
    tagline: 'Every school, verified.',
    content: content.schoolChecks,
    platform: 'svp',
    product: 'school',
    brand: 'School Verification Portal',
    family: verification,
    way: 'redirect',
    port: firstPort + 6,
  },
  {
    key: 'school',
    name: 'Lantern Schools',
    tagline: 'Find the teachers your school needs.',
    content: content.school,
    platform: 'school',
    product: 'school',
    brand: 'Schools',
    family: school,
    way: 'frame',
    formHeight: '33.5rem',
    port: firstPort + 7,
  },
  {
    key: 'recruitment',
    name: 'Teacher Search',
    tagline: 'Good teachers, close by.',
    content: content.teacherSearch,
    platform: 'recruitmentPlatform',
    product: 'school',
    brand: 'Recruitment Portal',
    family: school,
    way: 'popup',
    isSilent: true,
    port: firstPort + 8,
    host: '127.0.0.1',
  },
  {
    key: 'partner',
    name: 'Olympiad Club',
    tagline: 'Run an olympiad in your town.',
    content: content.olympiad,
    platform: 'olympiadPartner',
    product: 'partner',
    brand: 'Olympiad Partners',
    family: partner,
    way: 'popup',
    port: firstPort + 9,
  },
  {
    key: 'application-forms',
    name: 'Application Desk',
    tagline: 'Every application, from first to final.',
    content: content.applicationForms,
    platform: 'applicationFormAdmin',
    product: 'internal',
    brand: 'Application Forms',
    family: internal,
    way: 'frame',
    formHeight: '24.125rem',
    port: firstPort + 10,
  },
  {
    key: 'sister',
    name: 'Lantern Labs',
    tagline: 'Experiments for your kitchen table.',
    content: content.labs,
    platform: 'student',
    product: 'learning',
    brand: 'Learning',
    family: learning,
    way: 'redirect',
    isSister: true,
    port: firstPort + 11,
  },
  {
    key: 'admissions',
    name: 'Admissions Desk',
    tagline: 'Every applicant gets an answer.',
    content: content.admissions,
    platform: 'admissionsCounsellor',
    product: 'internal',
    brand: 'Admissions',
    family: internal,
    way: 'redirect',
    hasNoHome: true,
    port: firstPort + 12,
  },
  {
    key: 'recruitment-tools',
    name: 'Recruitment Tools',
    tagline: 'Reports and imports for recruiters.',
    content: content.recruitmentTools,
    platform: 'recruitmentUtils',
    product: 'internal',
    brand: 'Recruitment Utilities',
    family: internal,
    way: 'redirect',
    hasNoHome: true,
    port: firstPort + 13,
  },
]

/** The SDK serves sign-in, callback and sign-out below this path. */
export const basePath = '/foyer'

/** Returns the origin of a site if the first site listens on `demoPort`. */
export function originOf(site: Site, demoPort: number): string {
  return `http://${hostOf(site)}:${site.port - firstPort + demoPort}`
}

export function hostOf({ host }: Site): string {
  return host ?? 'localhost'
}

export function clientIdOf({ key }: Site): string {
  return `${key}-demo`
}

/** Returns the client's secret. It is published, so production refuses its hash. */
export function clientSecretOf({ key }: Site): string {
  return `foyer-demo-${key}-secret`
}

/** Every site has its own cookie name, because browsers share cookies between the ports of localhost. */
export function cookieOf({ key }: Site): string {
  return `demo-${key}`
}

/** Returns the site with this key. */
export function siteOf(key: string): Site {
  const site = sites.find((each) => each.key === key)
  if (!site) throw new Error(`There is no demo site ${key}.`)
  return site
}
