/**
 * Lists the areas: groups of URLs with their auth routes (product 2.1, 2.2). They are apart from platforms.ts, since the
 * first screen does not load them.
 */
import { type Area, isPlatform, type Platform, platformRow } from './platforms.ts'

type AreaRow = {
  /** The first path segment without slashes; empty for the root. */
  segment: string
  /** The platform of a page in this area if the query names none (product 2.2). */
  platform: Platform
  /**
   * True for an area with its own sign-in and forgot-password pages; the other areas redirect to the main pages
   * (product 2.1).
   */
  hasOwnPages: boolean
  /** The paths of the area's auth routes (product 2.2). */
  signIn: string
  signUp: string
  logout: string
  forgotPassword: string
}

export const areas: Record<Area, AreaRow> = {
  main: {
    segment: '',
    platform: 'student',
    hasOwnPages: true,
    signIn: '/',
    signUp: '/signup',
    logout: '/logout',
    forgotPassword: '/forgot-password',
  },
  school: {
    segment: 'school',
    platform: 'school',
    hasOwnPages: true,
    signIn: '/school/login',
    signUp: '/school/signup',
    logout: '/school/logout',
    forgotPassword: '/school/forgot-password',
  },
  partner: {
    segment: 'partner',
    platform: 'olympiadPartner',
    hasOwnPages: true,
    signIn: '/partner/login',
    signUp: '/signup',
    logout: '/partner/logout',
    forgotPassword: '/partner/forgot-password',
  },
  centre: {
    segment: 'centre',
    platform: 'centreAdmin',
    hasOwnPages: false,
    signIn: '/centre/login',
    signUp: '/signup',
    logout: '/logout',
    forgotPassword: '/centre/forgot-password',
  },
  internal: {
    segment: 'internal',
    platform: 'serviceAdmin',
    hasOwnPages: false,
    signIn: '/internal/login',
    signUp: '/signup',
    logout: '/logout',
    forgotPassword: '/internal/forgot-password',
  },
  svp: {
    segment: 'svp',
    platform: 'svp',
    hasOwnPages: false,
    signIn: '/svp/login',
    signUp: '/signup',
    logout: '/logout',
    forgotPassword: '/svp/forgot-password',
  },
}

/** Returns the area of a path's first segment; `main` for any other segment (product 2.2). */
export function areaOfPath(pathname: string): Area {
  const segment = pathname.split('/')[1] ?? ''
  const found = (Object.keys(areas) as Area[]).find(
    (area) => area !== 'main' && areas[area].segment === segment,
  )
  return found ?? 'main'
}

/**
 * Returns the platform in the query, or the platform of the path's area if the query names no known platform (product
 * 2.2).
 */
export function platformFor(pathname: string, queryPlatform: string | null): Platform {
  return isPlatform(queryPlatform) ? queryPlatform : areas[areaOfPath(pathname)].platform
}

/** Returns the sign-in, sign-up, logout and forgot-password paths of a platform (product 2.2). */
export function authRoutes(platform: Platform): AreaRow {
  return areas[platformRow(platform).area]
}
