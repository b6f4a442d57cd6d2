/** Lists the canary values that tests send to every route, and the columns that may store them. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Canaries } from './find-canaries.ts'
import { clientSecret } from './test-app.ts'

const unique = () => randomBytes(12).toString('hex')

export const sent = {
  'right password': `right ${unique()}`,
  'wrong password': `wrong ${unique()}`,
  'changed password': `changed ${unique()}`,
  email: `known-${unique()}@example.com`,
  'unknown email': `unknown-${unique()}@example.com`,
  phone: `+9198${Math.floor(10_000_000 + Math.random() * 89_999_999)}`,
  'first name': `First${unique()}`,
  'last name': `Last${unique()}`,
  'device id': `device-${unique()}`,
  cookie: randomBytes(32).toString('base64url'),
  captcha: `captcha-${unique()}`,
  query: `query-${unique()}`,
  path: `path-${unique()}`,
  'request id': `request-${unique()}`,
  'user agent': `agent-${unique()}`,
  'client secret': clientSecret,
  'wrong client secret': `client-${unique()}`,
  'code verifier': `${unique()}${unique()}`,
  'forged code': `ac_${unique()}`,
  'forged refresh token': `rt_${unique()}`,
  'forged access token': `${unique()}.${unique()}.${unique()}`,
  'code typed wrong': '271828',
  'made-up challenge': `ot_${unique()}`,
  'source of a sign-up': `source-${unique()}`,
  'email of the forgetful': `forgot-${unique()}@example.com`,
  'email of the invited': `invited-${unique()}@example.com`,
  'new password': `new ${unique()}`,
  'mistyped password': `mistyped ${unique()}`,
  'made-up link': `rs_${unique()}`,
  attribute: `attribute-${unique()}`,
  "newcomer's email": `newcomer-${unique()}@example.com`,
  "newcomer's password": `newcomer ${unique()}`,
  'source of an account': `source-${unique()}`,
  'campaign of an account': `campaign-${unique()}`,
  'idempotency key': randomUUID(),
  "stranger's email": `stranger-${unique()}@example.com`,
  'subject of a help request': `subject ${unique()}`,
  'message of a help request': `message ${unique()}`,
  'school name': `School ${unique()}`,
  'email of a school': `school-${unique()}@example.com`,
  'malformed body': `malformed-${unique()}`,
  'long header': `long-${unique()}`,
} satisfies Canaries

/** The columns that may store personal data. */
export const allowedColumns: Record<string, readonly string[]> = {
  email: ['emails.address', 'emails.key'],
  'email of the forgetful': ['emails.address', 'emails.key'],
  'email of the invited': ['emails.address', 'emails.key'],
  phone: ['phones.number'],
  'first name': ['users.first_name', 'schools.contact_first_name'],
  'last name': ['users.last_name', 'schools.contact_last_name'],
  'school name': ['schools.name'],
  'email of a school': ['emails.address', 'emails.key'],
  "newcomer's email": ['emails.address', 'emails.key'],
  'source of an account': ['sign_ups.source'],
  'campaign of an account': ['sign_ups.utm'],
}
