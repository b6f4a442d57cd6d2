/** A valid body for every route that takes one, in wire spelling. */
import { isChangeable, sectionRoutes } from '@foyer/contract/profile/section-routes'
import { profileSections, sectionNames } from '@foyer/contract/profile/sections'
import { snakeCase, toWire } from '@foyer/contract/wire'
import { rightPassword } from '../testing/test-app.ts'
import { entryExamples } from './openapi/profile/entry-examples.ts'

const newPassword = { password1: rightPassword, password2: rightPassword }
const someUuid = 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f'

const school = {
  school_name: 'Green Valley School',
  school_type: 'secondary',
  country_id: someUuid,
  state_id: someUuid,
  first_name: 'Meera',
  last_name: 'Iyer',
  email: 'a@example.com',
  source: 'direct',
  utm_params: {},
}

const schoolRecord = {
  name: 'Green Valley School',
  type: 'secondary',
  board: 'CBSE',
  address: '14 Lake Road',
  country_id: someUuid,
  state_id: someUuid,
  website: 'https://greenvalley.example',
  contact: { first_name: 'Meera', last_name: 'Iyer', email: 'a@example.com', phone: '+919876543210' },
}

const social = {
  platform: 'student',
  account_type: 'learning',
  provider: 'google',
  access_token: 'sr_x',
}

type Body = Record<string, unknown>

/** An entry of each section of the profile, in the routes that add and replace one. */
const entries: [path: string, body: Body][] = sectionNames.flatMap((name) => {
  const { add, replace, order } = sectionRoutes[name]
  const body = toWire(entryExamples[name]) as Body
  const changing: [string, Body][] = [
    [replace.path, body],
    [order.path, { ids: [] }],
  ]
  return [[add.path, body], ...(isChangeable(name) ? changing : [])]
})

export const validBodies: Record<string, Body> = {
  '/api/auth/users/fetch': { user_id: 'a@example.com', product: 'learning' },
  '/api/auth/sso/login': { email: 'a@example.com', password: rightPassword, product: 'learning' },
  '/api/auth/users/otp': { medium: 'email', purpose: 'login', user: someUuid },
  '/api/auth/users/otp/verify': { universal_token: true, token: 'ot_x', otp: '123456' },
  '/api/auth/signup': {
    first_name: 'Asha',
    last_name: 'Rao',
    email: 'a@example.com',
    password1: 'nine green lanterns',
    password2: 'nine green lanterns',
    token_type: 1,
    platform: 'student',
    source: 'direct',
    utm_params: {},
  },
  '/api/auth/signup/with-account': {
    first_name: 'Asha',
    last_name: 'Rao',
    email: 'a@example.com',
    proof: { password: rightPassword },
    platform: 'student',
    source: 'direct',
    utm_params: {},
  },
  '/api/schools/signup': {
    ...school,
    password1: 'nine green lanterns',
    password2: 'nine green lanterns',
  },
  '/api/schools/signup/with-account': { ...school, proof: { password: rightPassword } },
  '/api/schools': schoolRecord,
  '/api/schools/:id': schoolRecord,
  '/api/schools/:id/verify': { status: 'rejected', reason: 'The website is of another school.' },
  '/api/schools/:id/access': { email: 'a@example.com' },
  '/api/auth/social-auth/accounts': {
    ...social,
    token_type: 'universal',
    purpose: 'login',
    source: 'direct',
    utm_params: {},
  },
  '/api/auth/social-auth/accounts/link': { ...social, proof: { password: rightPassword } },
  '/api/auth/forgot-password': { email: 'a@example.com', product: 'learning' },
  '/api/auth/reset-password/:uuid/:token/:timestamp': newPassword,
  '/api/auth/create-password/:uuid/:token/:timestamp': newPassword,
  '/api/auth/closed-beta/users/:id/verify/:token': newPassword,
  '/api/auth/skill-portfolio': {
    is_public: false,
    headline: 'Builder',
    items: [{ title: 'A bridge', skills: [] }],
  },
  '/api/auth/skill-portfolio/toggle-visibility': { is_public: true },
  '/api/auth/skill-portfolio/submissions': { user: someUuid, title: 'A bridge' },
  '/api/auth/refresh-token': { refresh_token: 'rt_x' },
  '/api/auth/auto-login': { access_token: 'a.b.c', refresh_token: 'rt_x' },
  '/api/auth/change-password': {
    current_password: rightPassword,
    password1: 'a longer battery',
    password2: 'a longer battery',
  },
  '/api/auth/users/settings': {
    language: 'en',
    timezone: 'Asia/Kolkata',
    marketing_emails: false,
    product_emails: true,
    analytics_consent: true,
    profile_visibility: 'private',
  },
  '/api/auth/users/name': { first_name: 'Asha', last_name: null },
  '/api/profile': { username: 'asharao4821', headline: 'Teacher', date_of_birth: '2001-05-31', city: null },
  '/api/profile/block-list': { username: 'ravimenon2750' },
  ...Object.fromEntries(entries),
  '/api/profile/emails': { email: 'a@example.com' },
  '/api/profile/emails/:id/verify': { token: 'ot_x', otp: '123456' },
  '/api/profile/emails/:id': { is_primary: true, proof: { password: rightPassword } },
  '/api/auth/codes': { platform: 'student' },
  '/api/auth/codes/exchange': { code: 'ac_x', platform: 'student' },
  '/api/documents/signup-tracking/:email': {
    data: { email: 'a@example.com', name: 'Asha Rao', uuid: someUuid, source: 'direct' },
  },
  '/api/analytics/identify': { uuid: someUuid, email: 'a@example.com', first_name: 'Asha', last_name: '' },
  '/api/analytics/attributes': { name: 'email', value: 'a@example.com' },
  '/api/help/requests': {
    email: 'a@example.com',
    name: 'Asha Rao',
    category: 'other',
    subject: 'A question',
    message: 'How do I change my name?',
    platform: 'student',
  },
  '/api/reference/curricula': { name: 'Green Valley Framework' },
  '/api/reference/teaching-levels': { name: 'Bridge year' },
  '/api/reference/teaching-roles': { name: 'Chess coach' },
  '/api/reference/qualification-fields': { name: 'Puppetry' },
  '/api/notifications': { user: someUuid, title: 'Results', body: 'Your results are here.' },
  '/api/notifications/:id': { date_opened: '2026-01-01T00:00:00Z' },
  '/api/analytics/events': { events: [{ event: 'sign_in', payload: {}, at: '2026-01-01T00:00:00Z' }] },
  '/api/error-reports': {
    kind: 'error',
    message: 'x is not a function',
    frames: [{ name: null, file: '/assets/first-a.js', line: 1, column: 2 }],
    page: '/',
    build: 'unknown',
  },
}

/** Fills the parameters of a path in: these, and a provider. */
export function validPath(path: string, { id, email }: { id: string; email: string }): string {
  return path.replace(':id', id).replace(':email', email).replace(':provider', 'google')
}

/** Lists the fields that may be null, by path and name. */
export const nullableFields = [
  '/api/auth/skill-portfolio headline',
  '/api/auth/signup last_name',
  '/api/auth/signup/with-account last_name',
  '/api/notifications url',
  '/api/notifications/:id date_opened',
  '/api/help/requests name',
  '/api/schools/signup last_name',
  '/api/schools/signup state_id',
  '/api/schools/signup/with-account last_name',
  '/api/schools/signup/with-account state_id',
  ...['/api/schools', '/api/schools/:id'].flatMap((path) =>
    ['board', 'address', 'state_id', 'website'].map((name) => `${path} ${name}`),
  ),
  '/api/schools/:id/verify reason',
  '/api/analytics/identify email',
  '/api/analytics/attributes value',
  ...['headline', 'date_of_birth', 'city'].map((name) => `/api/profile ${name}`),
  ...sectionNames.flatMap((name) => {
    const optional = Object.entries(profileSections[name].fields).filter(
      ([, { type }]) => type === 'optional',
    )
    const { add, replace } = sectionRoutes[name]
    return [add, replace].flatMap(({ path }) => optional.map(([field]) => `${path} ${snakeCase(field)}`))
  }),
]
