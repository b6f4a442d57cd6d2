/**
 * Lists the 14 platforms and 5 products (Spec 1, 3, 6); areas.ts lists their areas. No other file compares a platform with a
 * name: a new platform is one row here, one home URL and one test row.
 */

/** The products a user signs in to, in their wire spelling: centre is `center` (Spec 3). */
export const products = ['learning', 'internal', 'center', 'partner', 'school'] as const
export type Product = (typeof products)[number]

/** A group of URLs with the same first path segment (Spec 2.1). */
export type Area = 'main' | 'school' | 'partner' | 'centre' | 'internal' | 'svp'

/** Decides the lifetimes of sessions and access tokens. */
export type SessionClass = 'learner' | 'organisation' | 'staff'

type PlatformRow = {
  /** The name of the role that users read (Spec 6). */
  role: string
  product: Product
  area: Area
  /** The target of a one-time code: the platform's home or a redirect-url, only a redirect-url, or none (Spec 6). */
  redirect: 'home' | 'explicit' | 'none'
  /** The items of the top navigation (Spec 2.6). */
  navigation: 'learner' | 'school' | 'partner' | 'default'
  /** The sign-in form: identifier first, or email and password together (Spec 2.3, 2.5, 3). */
  form: 'identifier' | 'email-password'
  /** The origin of its accounts: the sign-up page, the school's own sign-up, or an invitation. */
  signUp: 'open' | 'school' | 'invitation'
  /** The most that users/fetch reveals to an anonymous caller: name and picture, only that a password exists, or nothing. */
  disclosure: 'full' | 'guarded' | 'none'
  sessionClass: SessionClass
}

/** Users of the provider itself: they are invited, and a look-up does not reveal their names. */
const staff = {
  redirect: 'home',
  navigation: 'default',
  form: 'identifier',
  signUp: 'invitation',
  disclosure: 'guarded',
  sessionClass: 'staff',
} as const

/** Users of a school or partner: email and password together, without a look-up. */
const organisation = {
  redirect: 'home',
  form: 'email-password',
  signUp: 'invitation',
  disclosure: 'none',
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
    disclosure: 'full',
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

/** All platforms in table order, which is also their order of preference after the default role. */
export const platforms = Object.keys(table) as [Platform, ...Platform[]]

/** Spec 6. The default role of `internal` belongs to another product. */
const defaultRoles: Record<Product, Platform> = {
  learning: 'student',
  school: 'school',
  partner: 'olympiadPartner',
  internal: 'student',
  center: 'centreAdmin',
}

/** Returns the row of a platform. */
export function platformRow(platform: Platform): PlatformRow {
  return table[platform]
}

export function isPlatform(value: unknown): value is Platform {
  return typeof value === 'string' && Object.hasOwn(table, value)
}

/** Returns the role of a product's user when no other is known (Spec 6). */
export function defaultRole(product: Product): Platform {
  return defaultRoles[product]
}

/** Returns the platforms of a product: its default role first if it is one of them, then in table order. */
export function platformsOf(product: Product): Platform[] {
  const own = platforms.filter((platform) => table[platform].product === product)
  return own.sort((a, b) => Number(b === defaultRole(product)) - Number(a === defaultRole(product)))
}

/** Returns the platform whose accounts come from the sign-up of schools. */
export function schoolSignUpPlatform(): Platform {
  return platforms.find((platform) => table[platform].signUp === 'school') as Platform
}
