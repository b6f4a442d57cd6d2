/**
 * Lists the platforms and products (product 1, 3, 6); areas.ts lists their areas. Facts that the first screen does not need
 * are in platform-names.ts and platform-policies.ts, which have a row for each platform too. No other file compares a
 * platform with a name.
 */

/** The products that users sign in to, in wire spelling: centre is `center` (product 3). */
export const products = ['learning', 'internal', 'center', 'partner', 'school'] as const
export type Product = (typeof products)[number]

/** A group of URLs with the same first path segment (product 2.1). */
export type Area = 'main' | 'school' | 'partner' | 'centre' | 'internal' | 'svp'

type PlatformRow = {
  product: Product
  area: Area
  /** The target of a one-time code: the platform's home or a redirect-url, only a redirect-url, or none (product 6). */
  redirect: 'home' | 'explicit' | 'none'
  /** The items of the top navigation (product 2.6). */
  navigation: 'learner' | 'school' | 'partner' | 'default'
  /** The sign-in form: identifier first, or email and password together (product 2.3, 2.5, 3). */
  form: 'identifier' | 'email-password'
  /** How accounts are created: on the sign-up page, by the sign-up of schools, or by invitation. */
  signUp: 'open' | 'school' | 'invitation'
}

/** Platforms of the provider's staff, who are invited. */
const staff = {
  redirect: 'home',
  navigation: 'default',
  form: 'identifier',
  signUp: 'invitation',
} as const

/** Platforms of schools and partners: email and password together. */
const organisation = {
  redirect: 'home',
  form: 'email-password',
  signUp: 'invitation',
} as const

const table = {
  student: {
    product: 'learning',
    area: 'main',
    redirect: 'home',
    navigation: 'learner',
    form: 'identifier',
    signUp: 'open',
  },
  school: {
    ...organisation,
    product: 'school',
    area: 'school',
    navigation: 'school',
    signUp: 'school',
  },
  recruitmentPlatform: {
    ...organisation,
    product: 'school',
    area: 'school',
    navigation: 'school',
  },
  svp: {
    ...organisation,
    product: 'school',
    area: 'svp',
    navigation: 'default',
  },
  olympiadPartner: {
    ...organisation,
    product: 'partner',
    area: 'partner',
    navigation: 'partner',
  },
  centerHead: { ...staff, product: 'center', area: 'centre' },
  centreAdmin: { ...staff, product: 'center', area: 'centre' },
  professor: { ...staff, product: 'learning', area: 'main' },
  serviceAdmin: {
    ...staff,
    product: 'internal',
    area: 'internal',
    redirect: 'none',
  },
  iqa: { ...staff, product: 'learning', area: 'main' },
  apiDocs: { ...staff, product: 'learning', area: 'internal', redirect: 'none' },
  applicationFormAdmin: {
    ...staff,
    product: 'internal',
    area: 'internal',
  },
  admissionsCounsellor: {
    ...staff,
    product: 'internal',
    area: 'internal',
    redirect: 'explicit',
  },
  recruitmentUtils: {
    ...staff,
    product: 'internal',
    area: 'internal',
    redirect: 'explicit',
  },
} as const satisfies Record<string, PlatformRow>

/** A platform in its wire spelling (product 3). */
export type Platform = keyof typeof table

/** All platforms in table order, which is also their order of preference after the default role. */
export const platforms = Object.keys(table) as [Platform, ...Platform[]]

/** The platform to which a sister site signs users in (product 4). */
export const autoLoginPlatform: Platform = 'student'

/** The default roles (product 6). The default role of `internal` belongs to another product. */
const defaultPlatforms: Record<Product, Platform> = {
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

/** Returns the role of a product's user if no other role is known (product 6). */
export function defaultPlatform(product: Product): Platform {
  return defaultPlatforms[product]
}

/**
 * Returns the platforms of a product: its default role first, if the product has that platform, then in table order.
 */
export function platformsOf(product: Product): Platform[] {
  const own = platforms.filter((platform) => table[platform].product === product)
  return own.sort((a, b) => Number(b === defaultPlatform(product)) - Number(a === defaultPlatform(product)))
}

/** Returns the platform whose accounts come from the sign-up of schools. */
export function schoolSignUpPlatform(): Platform {
  return platforms.find((platform) => table[platform].signUp === 'school') as Platform
}
