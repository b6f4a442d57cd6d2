/**
 * The 14 platforms and 5 products, and the look-ups in them (Spec 1, 3, 6); their areas stand in areas.ts.
 * No other file compares a platform with a name: adding a platform is one row here, one home URL, one test row.
 */

/** What a sign-in is for; the wire spelling of centre is `center` (Spec 3). */
export const products = ['learning', 'internal', 'center', 'partner', 'school'] as const
export type Product = (typeof products)[number]

/** A group of URLs with one first path segment (Spec 2.1). */
export type Area = 'main' | 'school' | 'partner' | 'centre' | 'internal' | 'svp'

/** Lengths of a session differ by these three (security: sessions and access tokens). */
export type SessionClass = 'learner' | 'organisation' | 'staff'

type PlatformRow = {
  /** The role's name as people read it (Spec 6). */
  role: string
  product: Product
  area: Area
  /** Where a code may be sent: to the platform's home or a redirect-url, only to a redirect-url, or nowhere (Spec 6). */
  redirect: 'home' | 'explicit' | 'none'
  /** What the top navigation offers (Spec 2.6). */
  navigation: 'learner' | 'school' | 'partner' | 'default'
  /** Which sign-in form: identifier first, or email and password together (Spec 2.3, 2.5, 3). */
  form: 'identifier' | 'email-password'
  /** Where its accounts come from: the sign-up page, the school's own sign-up, or an invitation. */
  signUp: 'open' | 'school' | 'invitation'
  /** What users/fetch tells a stranger: name and picture, only that a password exists, or nothing at all. */
  lookup: 'full' | 'guarded' | 'none'
  sessionClass: SessionClass
}

/** People of the provider itself: invited, and their names are not for strangers. */
const staff = {
  redirect: 'home',
  navigation: 'default',
  form: 'identifier',
  signUp: 'invitation',
  lookup: 'guarded',
  sessionClass: 'staff',
} as const

/** People of a school or partner: email and password together, never looked up. */
const organisation = {
  redirect: 'home',
  form: 'email-password',
  signUp: 'invitation',
  lookup: 'none',
  sessionClass: 'organisation',
} as const

const table = {
  student: {
    role: 'Student',
    product: 'learning',
    area: 'main',
    redirect: 'home',
    navigation: 'learner',
    form: 'identifier',
    signUp: 'open',
    lookup: 'full',
    sessionClass: 'learner',
  },
  school: {
    ...organisation,
    role: 'School',
    product: 'school',
    area: 'school',
    navigation: 'school',
    signUp: 'school',
  },
  recruitmentPlatform: {
    ...organisation,
    role: 'Recruitment Portal',
    product: 'school',
    area: 'school',
    navigation: 'school',
  },
  svp: {
    ...organisation,
    role: 'School Verification Portal',
    product: 'school',
    area: 'svp',
    navigation: 'default',
    sessionClass: 'staff',
  },
  olympiadPartner: {
    ...organisation,
    role: 'Olympiad Partner',
    product: 'partner',
    area: 'partner',
    navigation: 'partner',
  },
  centerHead: { ...staff, role: 'Centre Head', product: 'center', area: 'centre' },
  centreAdmin: { ...staff, role: 'Centre Admin', product: 'center', area: 'centre' },
  professor: { ...staff, role: 'Professor', product: 'learning', area: 'main' },
  serviceAdmin: {
    ...staff,
    role: 'Service Admin',
    product: 'internal',
    area: 'internal',
    redirect: 'none',
  },
  iqa: { ...staff, role: 'Internal Quality Assessor', product: 'learning', area: 'main' },
  apiDocs: { ...staff, role: 'API Docs', product: 'learning', area: 'internal', redirect: 'none' },
  applicationFormAdmin: {
    ...staff,
    role: 'Application Form Admin',
    product: 'internal',
    area: 'internal',
  },
  admissionsCounsellor: {
    ...staff,
    role: 'Admissions Counsellor',
    product: 'internal',
    area: 'internal',
    redirect: 'explicit',
  },
  recruitmentUtils: {
    ...staff,
    role: 'Recruitment Utils',
    product: 'internal',
    area: 'internal',
    redirect: 'explicit',
  },
} as const satisfies Record<string, PlatformRow>

/** One of the 14 platforms, in its wire spelling (Spec 3). */
export type Platform = keyof typeof table

/** All platforms in table order, which is also the order of preference after the default role. */
export const platforms = Object.keys(table) as [Platform, ...Platform[]]

const defaultRoles: Record<Product, Platform> = {
  learning: 'student',
  school: 'school',
  partner: 'olympiadPartner',
  internal: 'student',
  center: 'centreAdmin',
}

/** Everything the table says of one platform. */
export function platformRow(platform: Platform): PlatformRow {
  return table[platform]
}

export function isPlatform(value: unknown): value is Platform {
  return typeof value === 'string' && Object.hasOwn(table, value)
}

/** The role somebody of a product has unless more is known (Spec 6). */
export function defaultRole(product: Product): Platform {
  return defaultRoles[product]
}

/** The platforms of a product, its default role first where it is one of them, then in table order. */
export function platformsOf(product: Product): Platform[] {
  const own = platforms.filter((platform) => table[platform].product === product)
  return own.sort((a, b) => Number(b === defaultRole(product)) - Number(a === defaultRole(product)))
}
