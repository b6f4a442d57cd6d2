/** Fills every table that contains data about a user, for the tests of export and deletion. */
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { recipientMacs } from '../messages/payload.ts'
import { changeSettings, createSend, handOver, sendRecords, signIn, signInByCode } from './canary-calls.ts'
import { askForHelp } from './canary-help.ts'
import { notify } from './canary-notifications.ts'
import { keepPortfolio } from './canary-portfolio.ts'
import { fillProfileTables } from './canary-profile.ts'
import { sent } from './canary-values.ts'
import type { TestApp } from './test-app.ts'

/** Writes data about a user into every table that may contain such data. */
export async function fillTables(testApp: TestApp, run: (...words: string[]) => Promise<string>) {
  const send = createSend(testApp)
  const { uuid } = await testApp.makeUser({
    email: sent.email,
    phoneNumber: sent.phone,
    password: sent['right password'],
    firstName: sent['first name'],
    lastName: sent['last name'],
  })
  const { db } = testApp.services
  const tokens = await signIn(send, uuid)
  const code = await handOver(send, tokens.accessToken)
  const byCode = await signInByCode(testApp, send, uuid)
  await sendRecords(send, uuid, tokens.accessToken)
  await changeSettings(send, tokens.accessToken)
  await askForHelp(testApp, send, tokens.accessToken)
  await notify(send, uuid, tokens.accessToken)
  await fillProfileTables(testApp, send, { uuid, token: tokens.accessToken })
  await keepPortfolio(send, uuid, tokens.accessToken)
  await run('invite', '--email', sent.email, '--platform', 'professor')
  await sql`insert into identities (provider, subject, user_id, email)
    values ('google', ${`google-${uuid}`}, ${uuid}, ${sent.email})`.execute(db)
  await sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, aaguid, is_synced, name)
    values (${uuid}, '\\x01', '\\x02', 0, '{}', gen_random_uuid(), true, 'Passkey')`.execute(db)
  await sql`insert into totp_factors (user_id, name, secret) values (${uuid}, 'App', '\\x01')`.execute(db)
  await sql`insert into recovery_codes (user_id, mac) values (${uuid}, '\\x01')`.execute(db)
  await sql`insert into assurance_enrolments (user_id, platform) values (${uuid}, 'svp')`.execute(db)
  await sql`insert into email_claims (user_id, address, key)
    values (${uuid}, ${sent['claimed email']}, ${sent['claimed email']})`.execute(db)
  await sql`insert into phone_claims (user_id, number) values (${uuid}, ${sent['claimed phone']})`.execute(db)
  await sql`insert into app_consents (user_id, client_id, scopes) values (${uuid}, 'app', '{openid}')`.execute(
    db,
  )
  await sql`insert into sign_ups (user_id, platform, source)
    values (${uuid}, 'student', ${sent.path})`.execute(db)
  await sql`insert into notification_preferences (user_id, kind, channel, is_on)
    values (${uuid}, 'course', 'email', true)`.execute(db)
  await sql`insert into account_deletions (user_id, platform, requested_at, due_at)
    values (${uuid}, 'student', now(), now() + interval '30 days')`.execute(db)
  await sql`insert into data_exports (user_id, platform, expires_at)
    values (${uuid}, 'student', now() + interval '7 days')`.execute(db)
  await sql`with school as (insert into schools (name, type, country_id, contact_first_name, contact_last_name, founder_id)
    select 'School', 'other', id, ${sent['first name']}, ${sent['last name']}, ${uuid} from countries limit 1
    returning id), access as (insert into school_access (school_id, user_id) select id, ${uuid} from school)
    insert into school_invitations (school_id, email, email_key, inviter_id, sent_at, expires_at)
    select id, 'invited@example.com', 'invited@example.com', ${uuid}, now(), now() + interval '7 days' from school
    `.execute(db)
  await sql`with entry as (insert into profile_items (user_id, section, position, data)
    values (${uuid}, 'qualifications', 9, '{}') returning id) insert into evidences (id, user_id, item_id, ending, size)
    select gen_random_uuid(), ${uuid}, id, 'pdf', 1 from entry`.execute(db)
  await sql`insert into idempotency_keys (key, body_mac, made_id, expires_at)
    values ('\x01', '\x02', ${uuid}, now() + interval '1 day')`.execute(db)
  const secrets = { ...tokens, code, ...byCode }
  return { uuid, secrets, names: namesOf(testApp, uuid, tokens.accessToken, byCode.accessToken ?? '') }
}

function namesOf(testApp: TestApp, uuid: string, ...accessTokens: string[]): Record<string, string> {
  const { email, phone, 'first name': firstName, 'last name': lastName, path } = sent
  const sessions = accessTokens.map((token, index) => [`session ${index}`, String(decodeJwt(token).sid)])
  const macs = [email, phone].flatMap((to) => recipientMacs(testApp.services.keyring, to))
  const recipients = macs.map((mac, index) => [`recipient ${index}`, mac.toString('hex')])
  return {
    uuid,
    email,
    claimed: sent['claimed email'],
    'claimed phone': sent['claimed phone'],
    phone,
    firstName,
    lastName,
    path,
    ...Object.fromEntries([...sessions, ...recipients]),
  }
}
