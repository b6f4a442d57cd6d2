/** Requests every path of the specification (2.1, 2.2) for every platform over HTTP, and follows the redirects one by one. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { addresses } from '@foyer/contract/addresses'
import { type Area, type Platform, platformRow, platforms } from '@foyer/contract/platforms'
import { sectionNames } from '@foyer/contract/profile/section-names'
import { readRegistry } from '../../api/src/kernel/config/platform-registry.ts'
import type { TestApp } from '../../api/src/testing/test-app.ts'
import { openService, origin } from '../browser/shared-service.ts'

/** The learners' home in the development platforms file, which registers the learning site's pages. */
const learnersHome = 'http://localhost:4100/'

type EntryPage = 'sign-in' | 'sign-up' | 'forgot-password'

/**
 * The paths of sign-in, sign-up and forgot password of each platform. Without a sign-up, the sign-up path is the sign-in
 * path.
 */
const main: Record<EntryPage, string> = {
  'sign-in': '/',
  'sign-up': '/',
  'forgot-password': '/forgot-password',
}
const school: Record<EntryPage, string> = {
  'sign-in': '/school/login',
  'sign-up': '/school/login',
  'forgot-password': '/school/forgot-password',
}
const ownPaths: Record<Platform, Record<EntryPage, string>> = {
  student: { ...main, 'sign-up': '/signup' },
  school: { ...school, 'sign-up': '/school/signup' },
  recruitmentPlatform: school,
  svp: main,
  olympiadPartner: {
    'sign-in': '/partner/login',
    'sign-up': '/partner/login',
    'forgot-password': '/partner/forgot-password',
  },
  centerHead: main,
  centreAdmin: main,
  professor: main,
  serviceAdmin: main,
  iqa: main,
  apiDocs: main,
  applicationFormAdmin: main,
  admissionsCounsellor: main,
  recruitmentUtils: main,
}

/**
 * The expected target: a page with a path per platform (`entry`), a page with the same path on every platform (`page`), a
 * partner's page on a single platform (`partner`), or a page of the learning site (`learning`).
 */
type Target =
  | { entry: EntryPage }
  | { page: string; area?: Area }
  | { partner: EntryPage }
  | { learning: string }

const uuid = 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f'
const entry = (name: EntryPage): Target => ({ entry: name })
const page = (name: string): Target => ({ page: name })
/** A page that only platforms of the main area have. */
const pageOfMain = (name: string): Target => ({ page: name, area: 'main' })
/** A page that only school verification officers have. */
const pageOfSvp = (name: string): Target => ({ page: name, area: 'svp' })
/** A page that only users of schools have. */
const pageOfSchool = (name: string): Target => ({ page: name, area: 'school' })
const partner = (name: EntryPage): Target => ({ partner: name })
const learning = (path: string): Target => ({ learning: path })

/** Each path, the platform that applies without a parameter, and the expected target. */
const table: [path: string, platform: Platform, target: Target][] = [
  ['/', 'student', entry('sign-in')],
  ['/signup', 'student', entry('sign-up')],
  ['/logout', 'student', page('logout')],
  ['/logout-everywhere', 'student', page('logout-everywhere')],
  ['/account', 'student', page('account')],
  ['/account/contacts', 'student', page('account-contacts')],
  ['/account/security', 'student', page('account-security')],
  ['/account/notifications', 'student', page('account-notifications')],
  ['/account/privacy', 'student', page('account-privacy')],
  ['/account/profile', 'student', pageOfMain('account-profile')],
  ...['about', ...sectionNames].map((part): [string, Platform, Target] => [
    `/account/profile/${part}`,
    'student',
    pageOfMain('account-profile'),
  ]),
  ['/account/profile/elsewhere', 'student', page('not-found')],
  ['/account/public-profile', 'student', pageOfMain('account-public-profile')],
  ['/account/skill-portfolio', 'student', pageOfMain('account-skill-portfolio')],
  ['/account/school', 'student', pageOfSchool('account-school')],
  ['/account/verification', 'student', pageOfSvp('account-verification')],
  ['/doors', 'student', page('doors')],
  ['/revert-email/er_x', 'student', page('revert-email')],
  ['/help', 'student', page('help')],
  ['/forgot-password', 'student', entry('forgot-password')],
  ['/reset-password', 'student', entry('forgot-password')],
  [`/reset-password/${uuid}/token/17`, 'student', page('reset-password')],
  [`/create-password/${uuid}/token/17`, 'student', page('create-password')],
  ['/beta/create-password/7/token', 'student', page('beta-password')],
  ['/iframe/auto-login', 'student', page('auto-login')],
  ['/iframe-sso', 'student', page('iframe-sso')],
  ['/social-return', 'student', page('social-return')],
  ['/popup-sso', 'student', page('popup-sso')],
  ['/zoom-auth', 'student', page('zoom-auth')],
  ['/ryan/signup', 'student', partner('sign-up')],
  ['/ryan/signin', 'student', partner('sign-in')],
  ['/error-test', 'student', page('error-test')],

  ['/svp', 'svp', entry('sign-in')],
  ['/svp/login', 'svp', entry('sign-in')],
  ['/svp/forgot-password', 'svp', entry('forgot-password')],
  ['/internal', 'serviceAdmin', entry('sign-in')],
  ['/internal/login', 'serviceAdmin', entry('sign-in')],
  ['/internal/forgot-password', 'serviceAdmin', entry('forgot-password')],
  ['/centre', 'centreAdmin', entry('sign-in')],
  ['/centre/login', 'centreAdmin', entry('sign-in')],
  ['/centre/forgot-password', 'centreAdmin', entry('forgot-password')],

  ['/school', 'school', entry('sign-in')],
  ['/school/login', 'school', entry('sign-in')],
  ['/school/logout', 'school', page('logout')],
  ['/school/signup', 'school', entry('sign-up')],
  ['/school/forgot-password', 'school', entry('forgot-password')],
  [`/school/reset-password/${uuid}/token/17`, 'school', page('reset-password')],
  ['/school/sign-in', 'school', entry('sign-in')],
  ['/school/sign-up', 'school', entry('sign-up')],

  ['/partner', 'olympiadPartner', entry('sign-in')],
  ['/partner/login', 'olympiadPartner', entry('sign-in')],
  ['/partner/logout', 'olympiadPartner', page('logout')],
  ['/partner/forgot-password', 'olympiadPartner', entry('forgot-password')],
  [`/partner/reset-password/${uuid}/token/17`, 'olympiadPartner', page('reset-password')],

  ['/dashboard', 'student', learning('/')],
  ['/dashboard/profile', 'student', learning('/profile')],
  ['/dashboard/profile/edit', 'student', learning('/profile?edit=true')],
  ['/dashboard/skill-profile', 'student', learning('/skill-profile')],
  ['/profile', 'student', learning('/profile')],
  ['/profile/work/1', 'student', learning('/profile/work/1')],
  ['/skill-profile', 'student', learning('/profile/skill-profile/')],
  ['/skill-profile/asha', 'student', learning('/profile/skill-profile/asha')],
  ['/skill-profile/asha/more', 'student', learning('/profile/skill-profile/')],

  ['/nothing-here', 'student', page('not-found')],
  ['/school/nothing-here', 'school', page('not-found')],
]

/** The paths whose redirect adds the platform to the query. */
const withPlatform: ReadonlySet<string> = new Set([
  '/logout-everywhere',
  '/help',
  '/zoom-auth',
  '/error-test',
])
/** The paths that answer 'Invalid URL' without an origin. */
const withOrigin: ReadonlySet<string> = new Set(['/popup-sso', '/iframe-sso'])

let service: TestApp

before(async () => {
  const file = await readFile(join(import.meta.dirname, '../../api/platforms.development.json'), 'utf8')
  service = await openService({ registry: readRegistry(file, { isProduction: false }) })
})
after(() => service.close())

for (const [path, inferred, target] of table) {
  test(`${path} leads every platform to its page with the right status`, async () => {
    for (const platform of [null, ...platforms]) {
      const end = await follow(platform ? `${path}?platform=${platform}` : path)
      assert.deepEqual(end, expectedEnd(path, platform, inferred, target), `${path} of ${platform}`)
    }
  })
}

test('the table of paths has every path of the contract', () => {
  const patterns = addresses.map(
    ({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`),
  )
  const missing = addresses.filter((_, index) => !table.some(([path]) => patterns[index]?.test(path)))
  assert.deepEqual(missing, [])
})

type End = { url: string; status: number; page?: string | undefined }

function expectedEnd(path: string, given: Platform | null, inferred: Platform, target: Target): End {
  if ('learning' in target) {
    const url = new URL(target.learning, learnersHome)
    const query = new URLSearchParams(given ? { platform: given } : {})
    for (const [name, value] of url.searchParams) query.set(name, value)
    url.search = query.toString()
    return { url: url.href, status: 303 }
  }
  const platform = given ?? inferred
  if ('partner' in target) {
    const url = `${origin}${path}?platform=${platform}`
    if (platform !== inferred) return { url, status: 404, page: 'not-found' }
    return { url: `${url}&login_source=ryan`, status: 200, page: target.partner }
  }
  const end = 'entry' in target ? ownPaths[platform][target.entry] : path
  const isElsewhere = 'page' in target && target.area && platformRow(platform).area !== target.area
  if (isElsewhere)
    return { url: `${origin}${path}${given ? `?platform=${given}` : ''}`, status: 404, page: 'not-found' }
  const name = 'page' in target ? target.page : pageAt(end, target.entry)
  const query = given || 'entry' in target || withPlatform.has(end) ? `?platform=${platform}` : ''
  if (withOrigin.has(end)) return { url: origin + end + query, status: 400, page: 'invalid-url' }
  return { url: origin + end + query, status: name === 'not-found' ? 404 : 200, page: name }
}

/** Returns the expected page. A platform without sign-up shows sign-in instead. */
function pageAt(path: string, wanted: EntryPage): string {
  // Schools have a sign-up form of their own.
  if (path === '/school/signup') return 'school-sign-up'
  return wanted === 'sign-up' && !path.endsWith('/signup') ? 'sign-in' : wanted
}

/** Follows the redirects, which are all 303, until a page or another host. */
async function follow(path: string): Promise<End> {
  let url = origin + path
  for (let hops = 0; hops < 4; hops++) {
    const { statusCode: status, headers, body } = await service.app.inject(url.slice(origin.length))
    if (status !== 303) return { url, status, page: /data-page="([^"]+)"/.exec(body)?.[1] }
    url = new URL(headers.location ?? '', url).href
    if (!url.startsWith(`${origin}/`)) return { url, status }
  }
  throw new Error(`${path} is redirected again and again`)
}
