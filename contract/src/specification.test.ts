/** Compares every row of the platform and page tables with the specification (2.1, 2.2, 2.6, 3, 6). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addresses, type ResolvedPage, resolvePage, signInAfterLogout } from './addresses.ts'
import { areas, authRoutes, platformFor } from './areas.ts'
import { navigationOf } from './navigation/navigation.ts'
import { platformUrl } from './navigation/platform-links.ts'
import { pageSentences } from './page-sentences.ts'
import { roleNames } from './platform-names.ts'
import { defaultPlatform, type Platform, platformRow, platforms, platformsOf, products } from './platforms.ts'
import { sectionNames } from './profile/section-names.ts'

describe('platforms', () => {
  // Columns: wire spelling, role (6), product (1, 3), sign-in route (2.2), redirect target (6), navigation (2.6).
  const rows: [Platform, string, string, string, string, string][] = [
    ['student', 'Student', 'learning', '/', 'home', 'My library, Profile, Orders, Settings, Sign out'],
    ['school', 'School', 'school', '/school/login', 'home', 'Sign up, Sign in'],
    ['recruitmentPlatform', 'Recruitment Portal', 'school', '/school/login', 'home', 'Sign up, Sign in'],
    ['svp', 'School Verification Portal', 'school', '/svp/login', 'home', 'Sign out'],
    ['olympiadPartner', 'Olympiad Partner', 'partner', '/partner/login', 'home', 'Settings, Sign out'],
    ['centerHead', 'Centre Head', 'center', '/centre/login', 'home', 'Sign out'],
    ['centreAdmin', 'Centre Admin', 'center', '/centre/login', 'home', 'Sign out'],
    ['professor', 'Professor', 'learning', '/', 'home', 'Sign out'],
    ['serviceAdmin', 'Service Admin', 'internal', '/internal/login', 'none', 'Sign out'],
    ['iqa', 'Internal Quality Assessor', 'learning', '/', 'home', 'Sign out'],
    ['apiDocs', 'API Docs', 'learning', '/internal/login', 'none', 'Sign out'],
    ['applicationFormAdmin', 'Application Form Admin', 'internal', '/internal/login', 'home', 'Sign out'],
    ['admissionsCounsellor', 'Admissions Counsellor', 'internal', '/internal/login', 'explicit', 'Sign out'],
    ['recruitmentUtils', 'Recruitment Utils', 'internal', '/internal/login', 'explicit', 'Sign out'],
  ]

  it('has the 14 platforms of the specification in its order', () => {
    assert.deepEqual(
      platforms,
      rows.map(([platform]) => platform),
    )
  })

  for (const [platform, role, product, signIn, redirect, navigation] of rows) {
    it(`gives ${platform} its role, product, sign-in route, redirect target and navigation`, () => {
      const row = platformRow(platform)
      assert.deepEqual([roleNames[platform], row.product, row.redirect], [role, product, redirect])
      assert.equal(authRoutes(platform).signIn, signIn)
      assert.equal(
        navigationOf(platform, { isSignedIn: platformRow(platform).navigation !== 'school' })
          .map((item) => item.label)
          .join(', '),
        navigation,
      )
    })
  }

  it('invites a signed-out user of the school platforms to the sign-up of schools and to the sign-in of the platform', () => {
    for (const platform of ['school', 'recruitmentPlatform'] as const) {
      const items = navigationOf(platform, { isSignedIn: false })
      assert.deepEqual(items, [
        { label: 'Sign up', kind: 'page', page: 'sign-up', platform: 'school', path: '/school/signup' },
        { label: 'Sign in', kind: 'page', page: 'sign-in', platform, path: '/school/login' },
      ])
      const signedIn = navigationOf(platform, { isSignedIn: true }).map(({ label }) => label)
      assert.deepEqual(signedIn, ['Sign out'])
    }
    assert.deepEqual(navigationOf('student', { isSignedIn: false }), [])
  })

  it('has the five products of the specification with their default roles', () => {
    assert.deepEqual(products, ['learning', 'internal', 'center', 'partner', 'school'])
    assert.deepEqual(products.map(defaultPlatform), [
      'student',
      'student',
      'centreAdmin',
      'olympiadPartner',
      'school',
    ])
  })

  it('lists the platforms of a product with the default role first, then in table order', () => {
    // Only Centre Admin is a default role that is not the first platform of its product in the table.
    const sorted = rows.toSorted(([a], [b]) => Number(b === 'centreAdmin') - Number(a === 'centreAdmin'))
    for (const product of products)
      assert.deepEqual(
        platformsOf(product),
        sorted.filter(([, , ofProduct]) => ofProduct === product).map(([platform]) => platform),
      )
  })

  it('signs in with email and password on school, partner and svp, and identifier first elsewhere', () => {
    const withEmail = platforms.filter((platform) => platformRow(platform).form === 'email-password')
    assert.deepEqual(withEmail, ['school', 'recruitmentPlatform', 'svp', 'olympiadPartner'])
  })

  it('infers the platform from the first path segment when the query names none', () => {
    const inferred: [string, Platform][] = [
      ['/svp/login', 'svp'],
      ['/internal', 'serviceAdmin'],
      ['/centre/forgot-password', 'centreAdmin'],
      ['/school/login', 'school'],
      ['/partner', 'olympiadPartner'],
      ['/', 'student'],
      ['/schools', 'student'],
      ['/anything/school', 'student'],
    ]
    for (const [path, platform] of inferred) {
      assert.equal(platformFor(path, null), platform, path)
      assert.equal(platformFor(path, 'nonsense'), platform, path)
      assert.equal(platformFor(path, 'iqa'), 'iqa', path)
    }
    assert.equal(platformFor('/', 'constructor'), 'student')
  })

  it('has sign-in, logout and forgot-password routes in six areas', () => {
    assert.deepEqual(
      Object.entries(areas).map(([area, to]) => [area, to.signIn, to.logout, to.forgotPassword]),
      [
        ['main', '/', '/logout', '/forgot-password'],
        ['school', '/school/login', '/school/logout', '/school/forgot-password'],
        ['partner', '/partner/login', '/partner/logout', '/partner/forgot-password'],
        ['centre', '/centre/login', '/logout', '/centre/forgot-password'],
        ['internal', '/internal/login', '/logout', '/internal/forgot-password'],
        ['svp', '/svp/login', '/logout', '/svp/forgot-password'],
      ],
    )
  })
})

describe('pages', () => {
  const uuid = 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f'
  // Every route of 2.1 with its result in the notation of `resultOf`.
  const row = (url: string, shown: string): [string, string] => [url, shown]
  const rows: [string, string][] = [
    ['/?platform=student', 'sign-in student'],
    ['/signup?platform=student', 'sign-up student'],
    ['/logout', 'logout student'],
    ...['help', 'zoom-auth', 'error-test'].map((name) => row(`/${name}`, `→ /${name}?platform=student`)),
    ['/forgot-password?platform=student', 'forgot-password student'],
    [`/reset-password/${uuid}/token/17`, 'reset-password student'],
    [`/create-password/${uuid}/token/17`, 'create-password student'],
    ['/beta/create-password/7/token', 'beta-password student'],
    ['/revert-email/token', 'revert-email student'],
    ['/iframe/auto-login', 'auto-login student'],
    ['/iframe-sso', 'iframe-sso student'],
    ['/popup-sso', 'popup-sso student'],
    ['/?platform=student&iframe=true', 'sign-in-frame student'],
    ['/?platform=school&iframe=true', '→ /school/login?platform=school&iframe=true'],
    ['/school/login?platform=school&iframe=true', 'sign-in-frame school'],
    ['/social-return', 'social-return student'],
    ['/ryan/signup?platform=student&login_source=ryan', 'ryan-sign-up student'],
    ['/ryan/signin?platform=student&login_source=ryan', 'ryan-sign-in student'],
    ['/help?platform=serviceAdmin', 'help serviceAdmin'],
    ...['account', 'doors'].map((name) => row(`/${name}`, `${name} student`)),
    ...'contacts security notifications privacy profile public-profile skill-portfolio'
      .split(' ')
      .map((name) => row(`/account/${name}`, `account-${name} student`)),
    ...['about', ...sectionNames].map((part) => row(`/account/profile/${part}`, 'account-profile student')),
    ...Object.entries({ school: 'school', verification: 'svp' }).map(([name, platform]) =>
      row(`/account/${name}?platform=${platform}`, `account-${name} ${platform}`),
    ),
    ['/logout-everywhere', '→ /logout-everywhere?platform=student'],
    ['/logout-everywhere?platform=school', 'logout-everywhere school'],

    ['/svp', '→ /?platform=svp'],
    ['/svp/login', '→ /?platform=svp'],
    ['/svp/forgot-password', '→ /forgot-password?platform=svp'],
    ['/internal', '→ /?platform=serviceAdmin'],
    ['/internal/login', '→ /?platform=serviceAdmin'],
    ['/internal/login?platform=apiDocs', '→ /?platform=apiDocs'],
    ['/internal/forgot-password', '→ /forgot-password?platform=serviceAdmin'],
    ['/centre', '→ /?platform=centreAdmin'],
    ['/centre/login?platform=centerHead&a=1', '→ /?platform=centerHead&a=1'],
    ['/centre/login?platform=nonsense', '→ /?platform=centreAdmin'],
    ['/centre/forgot-password', '→ /forgot-password?platform=centreAdmin'],

    ['/school', '→ /school/login?platform=school'],
    ['/school/login?platform=school', 'sign-in school'],
    ['/school/login?platform=recruitmentPlatform', 'sign-in recruitmentPlatform'],
    ['/school/logout', 'logout school'],
    ['/school/signup?platform=school', 'sign-up school'],
    ['/school/forgot-password?platform=school', 'forgot-password school'],
    [`/school/reset-password/${uuid}/token/17`, 'reset-password school'],
    ['/school/sign-in?a=1', '→ /school/login?a=1&platform=school'],
    ['/school/sign-up', '→ /school/signup?platform=school'],

    ['/partner', '→ /partner/login?platform=olympiadPartner'],
    ['/partner/login?platform=olympiadPartner', 'sign-in olympiadPartner'],
    ['/partner/logout', 'logout olympiadPartner'],
    ['/partner/forgot-password?platform=olympiadPartner', 'forgot-password olympiadPartner'],
    [`/partner/reset-password/${uuid}/token/17`, 'reset-password olympiadPartner'],

    ['/reset-password', '→ /forgot-password?platform=student'],
    ['/dashboard', '⇒ /'],
    ['/dashboard/profile', '⇒ /profile'],
    ['/dashboard/profile/edit?tab=2', '⇒ /profile?tab=2&edit=true'],
    ['/dashboard/skill-profile', '⇒ /skill-profile'],
    ['/profile', '⇒ /profile'],
    ['/profile/work/1', '⇒ /profile/work/1'],
    ['/skill-profile?tab=2', '⇒ /profile/skill-profile/?tab=2'],
    ['/skill-profile/asha', '⇒ /profile/skill-profile/asha'],
    ['/skill-profile/asha/more', '⇒ /profile/skill-profile/'],
  ]

  for (const [url, shown] of rows) it(`resolves ${url} to ${shown}`, () => assert.equal(resultOf(url), shown))

  it('has no page that this test does not resolve', () => {
    const listed = rows.map(([url]) => new URL(url, 'http://x').pathname)
    for (const { path } of addresses) {
      const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`)
      assert.ok(
        listed.some((pathname) => pattern.test(pathname)),
        path,
      )
    }
  })

  it('redirects to the platform of the area when the query names none or an unknown one, and keeps the rest of the query', () => {
    assert.equal(resultOf('/'), '→ /?platform=student')
    assert.equal(resultOf('/?platform=nonsense&email=a%40b.com'), '→ /?platform=student&email=a%40b.com')
    assert.equal(resultOf('/forgot-password?x=1'), '→ /forgot-password?x=1&platform=student')
    for (const path of ['/help', '/account', '/doors', '/zoom-auth', '/error-test'])
      assert.equal(resultOf(`${path}?platform=nonsense&x=1`), `→ ${path}?platform=student&x=1`)
  })

  it("gives a partner's page its platform and login_source, and other platforms 'Page not found'", () => {
    for (const query of ['', '?platform=nonsense', '?platform=student&login_source=itu'])
      assert.equal(resultOf(`/ryan/signup${query}`), '→ /ryan/signup?platform=student&login_source=ryan')
    for (const platform of ['school', 'professor', 'olympiadPartner'])
      assert.equal(resultOf(`/ryan/signin?platform=${platform}`), `not-found ${platform}`)
    assert.equal(resultOf('/ryan/signin?platform=nonsense&iframe=true'), 'invalid-url student')
  })

  it('redirects an entry page to the path of its platform', () => {
    assert.equal(resultOf('/?platform=school'), '→ /school/login?platform=school')
    assert.equal(resultOf('/?platform=olympiadPartner'), '→ /partner/login?platform=olympiadPartner')
    assert.equal(resultOf('/?platform=svp'), 'sign-in svp')
    assert.equal(resultOf('/school/login?platform=student'), '→ /?platform=student')
    assert.equal(resultOf('/signup?platform=school'), '→ /school/signup?platform=school')
    assert.equal(resultOf('/signup?platform=professor'), '→ /?platform=professor')
  })

  it("resolves unknown paths to 'Page not found'", () => {
    const unknown = ['/nothing', '/school/nothing', '//', '/Signup', '/reset-password/a', '/%zz', '/signup/x']
    for (const url of unknown) assert.match(resultOf(url), /^not-found/, url)
    assert.equal(pageSentences.pageNotFound, 'Page not found')
  })

  it("resolves an unknown platform to 'Invalid URL' on logout and SSO pages", () => {
    for (const path of ['/logout', '/iframe-sso', '/popup-sso'])
      assert.match(resultOf(`${path}?platform=nonsense`), /^invalid-url/)
    assert.equal(pageSentences.invalidUrl, 'Invalid URL')
  })

  it('redirects to the learning site without a parameter changing the path', () => {
    assert.equal(resultOf('/profile/../../evil'), '⇒ /profile/evil')
    assert.equal(resultOf('/profile/%2e%2e/x'), '⇒ /profile/x')
    assert.equal(resultOf('/profile//evil.example/x'), 'not-found student')
    assert.equal(resultOf('//evil.example/'), 'not-found student')
    assert.equal(resultOf('/school//'), 'not-found school')
    assert.equal(resultOf('/skill-profile/%2F%2Fevil.example'), '⇒ /profile/skill-profile/%2F%2Fevil.example')
    assert.equal(resultOf('/skill-profile/..'), '⇒ /profile/skill-profile/')
    assert.equal(resultOf('/skill-profile/%3Fa=1'), '⇒ /profile/skill-profile/%3Fa%3D1')
  })

  it('returns the sign-in route after a logout with redirect-url (or origin) and platform', () => {
    const after = (url: string) => {
      const { pathname, searchParams } = new URL(url, 'http://x')
      return signInAfterLogout(pathname, searchParams)
    }
    assert.equal(after('/logout'), '/?platform=student')
    assert.equal(after('/logout?platform=centerHead'), '/centre/login?platform=centerHead')
    assert.equal(
      after('/school/logout?redirect-url=https://a.b/'),
      '/school/login?redirect-url=https%3A%2F%2Fa.b%2F&platform=school',
    )
    assert.equal(
      after('/partner/logout?origin=https://a.b&utm_source=x'),
      '/partner/login?origin=https%3A%2F%2Fa.b&platform=olympiadPartner',
    )
    assert.equal(
      after('/logout?origin=https://a.b&redirect-url=https://c.d/'),
      '/?redirect-url=https%3A%2F%2Fc.d%2F&platform=student',
    )
  })
})

const learningHome = 'https://learn.test'

/** Returns 'page platform', '→ path' for a redirect, or '⇒ path' for a redirect to the learning site. */
function resultOf(url: string): string {
  const resolved = resolve(url)
  if (resolved.kind === 'redirect') return `→ ${resolved.to}`
  if (resolved.kind === 'redirect-to-learning') {
    return `⇒ ${platformUrl({ home: learningHome }, resolved.to).slice(learningHome.length)}`
  }
  return `${resolved.page} ${resolved.platform}`
}

/** Splits a URL like the service, without normalising the path. */
function resolve(url: string): ResolvedPage {
  const [path = '', query = ''] = url.split('?')
  return resolvePage(path, new URLSearchParams(query))
}
