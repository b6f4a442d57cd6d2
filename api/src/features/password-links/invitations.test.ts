/** Tests when an invited user becomes a member, and what an invitation link allows (N-82, N-89). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { runFoyer } from '../../operator/command-line/test-run-foyer.ts'
import { openTestApp, rightPassword, type TestApp, testSecret } from '../../testing/test-app.ts'
import { type Invitation, invite as inviteUser } from '../accounts/invitations.ts'
import {
  acceptBeta,
  ageLinks,
  create,
  linkTo,
  messagesTo,
  newPassword,
  openBetaInvite,
  openInvitation,
  openLink,
  partsOf,
  requestLink,
  reset,
} from './test-links.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

function invite(email: string, more: Partial<Invitation> = {}) {
  return inviteUser(testApp.services, { email, platform: 'professor', isBeta: false, ...more })
}

async function platformsOf(userId: string) {
  const rows = await testApp.services.db
    .selectFrom('memberships')
    .select('platform')
    .where('userId', '=', userId)
    .orderBy('platform')
    .execute()
  return rows.map(({ platform }) => platform)
}

async function makeUnproven(email: string, phoneNumber?: string) {
  const user = await testApp.makeUser({ email, ...(phoneNumber && { phoneNumber }) })
  for (const table of ['emails', 'phones', 'credentials'] as const)
    await testApp.services.db
      .updateTable(table)
      .set({ provenance: 'self_unverified' })
      .where('userId', '=', user.uuid)
      .execute()
  return user
}

function signIn(uuid: string, password: string, platform: 'professor' | 'student' = 'professor') {
  return testApp.call(login, { body: { uuid, password, product: 'learning', platform } })
}

const again = (path: { uuid: string; token: string; timestamp: string }, purpose: 'create' | 'beta') => ({
  link: { purpose, ...path, timestamp: purpose === 'beta' ? undefined : path.timestamp },
})

describe('invitation of an unknown address', () => {
  it('makes an unknown invitee a member once they use the link', async () => {
    const email = 'new.professor@example.com'
    const { userId, kind } = await invite(email, { firstName: 'Nila', lastName: 'Iyer' })
    assert.equal(kind, 'link')
    assert.deepEqual(await platformsOf(userId), [])
    const [mail] = await messagesTo(testApp, email)
    assert.equal(mail?.subject, 'Foyer invites you to Professor Portal')
    assert.match(mail?.text ?? '', /^Hello,$/m, 'no name before the address is proven')
    const url = await linkTo(testApp, email)
    assert.match(
      url.href,
      /^http:\/\/localhost:4000\/create-password\/[^/]+\/rs_[\w-]{43}\/\d{13}\?platform=professor$/,
    )

    const link = partsOf(url)
    assert.equal((await openLink(testApp, link)).code, 'link-invalid', 'it resets nothing')
    assert.equal((await acceptBeta(testApp, link)).code, 'link-invalid')
    const { data } = await openInvitation(testApp, link)
    assert.deepEqual([data.email, data.platform], ['n•••@example.com', 'professor'])
    assert.deepEqual((await create(testApp, link)).data, { email, phoneNumber: null })
    assert.deepEqual(await platformsOf(userId), ['professor'])
    assert.equal((await signIn(userId, newPassword)).status, 200)
    assert.equal((await messagesTo(testApp, email)).length, 1, 'a first password needs no notice')
    const used = await create(testApp, link)
    assert.deepEqual([used.code, used.fields.account], ['link-used', ['n•••@example.com']])
  })

  it('sends a new link for an expired invitation', async () => {
    const email = 'late.professor@example.com'
    const { userId } = await invite(email)
    const link = partsOf(await linkTo(testApp, email))
    await ageLinks(testApp, 259_190)
    assert.equal((await openInvitation(testApp, link)).status, 200)
    await ageLinks(testApp, 11)
    assert.deepEqual((await openInvitation(testApp, link)).fields.account, ['l•••@example.com'])
    assert.equal((await requestLink(testApp, again(link, 'create'))).status, 204)
    const second = partsOf(await linkTo(testApp, email))
    assert.notEqual(second.token, link.token)
    assert.equal((await create(testApp, second)).status, 200)
    assert.deepEqual(await platformsOf(userId), ['professor'])
  })

  it('restores no removed membership through the old mail of an invitation', async () => {
    const email = 'former.professor@example.com'
    const { userId } = await invite(email)
    await invite(email, { platform: 'student' })
    const links = (await messagesTo(testApp, email)).map(({ text }) =>
      partsOf(new URL(/^http\S+$/m.exec(text)?.[0] ?? '')),
    )
    const [student, professor] = links
    assert.ok(student && professor)
    assert.equal((await create(testApp, professor)).status, 200)
    assert.deepEqual(await platformsOf(userId), ['professor', 'student'], 'both invitations are accepted')
    await testApp.services.db
      .deleteFrom('memberships')
      .where('userId', '=', userId)
      .where('platform', '=', 'professor')
      .execute()
    for (const old of [professor, student]) {
      await requestLink(testApp, again(old, 'create'))
      const url = await linkTo(testApp, email)
      assert.match(url.href, /\/reset-password\/.+platform=student$/)
      assert.equal((await reset(testApp, partsOf(url))).status, 200)
    }
    assert.deepEqual(await platformsOf(userId), ['student'])
    await testApp.services.db.deleteFrom('memberships').where('userId', '=', userId).execute()
    const before = (await messagesTo(testApp, email)).length
    assert.equal((await requestLink(testApp, again(professor, 'create'))).status, 204)
    assert.equal((await messagesTo(testApp, email)).length, before, 'nothing is sent without a membership')
  })

  it('sends no reset link to an invitee who is not yet a member', async () => {
    const email = 'not.yet@example.com'
    await invite(email)
    assert.equal((await requestLink(testApp, { email })).status, 204)
    assert.equal((await messagesTo(testApp, email)).length, 1)
  })
})

describe('invitation of a proven address', () => {
  it('makes a user with a proven address a member at once and mails them', async () => {
    const { uuid, email } = await testApp.makeUser()
    assert.equal((await invite(email.toUpperCase())).kind, 'added')
    assert.deepEqual(await platformsOf(uuid), ['professor', 'student'])
    const [mail] = await messagesTo(testApp, email)
    assert.equal(mail?.template, 'access-added')
    assert.match(mail?.text ?? '', /^http:\/\/localhost:4000\/\?platform=professor$/m)
    assert.equal((await signIn(uuid, rightPassword)).status, 200)
    assert.deepEqual(await invite(email), { userId: uuid, isNew: false, kind: 'member', mailedTo: null })
  })

  it('sends an invited user without a password a link to set one', async () => {
    const { uuid, email } = await testApp.makeUser({ password: null })
    assert.equal((await invite(email)).kind, 'member-link')
    assert.deepEqual(await platformsOf(uuid), ['professor', 'student'])
    assert.equal((await create(testApp, partsOf(await linkTo(testApp, email)))).status, 200)
    assert.equal((await signIn(uuid, newPassword)).status, 200)
  })
})

describe('invitation of an unproven address', () => {
  it('gives an unproven account no membership until the owner uses the link, which removes the impostor', async () => {
    const { uuid, email } = await makeUnproven('not-mine@example.com')
    assert.equal((await invite(email)).kind, 'link')
    assert.deepEqual(await platformsOf(uuid), ['student'])
    assert.equal((await signIn(uuid, rightPassword)).code, 'no-membership', 'the impostor is no professor')
    const impostor = await signIn(uuid, rightPassword, 'student')
    assert.equal(impostor.status, 200)

    assert.equal((await create(testApp, partsOf(await linkTo(testApp, email)))).status, 200)
    assert.deepEqual(await platformsOf(uuid), ['professor', 'student'])
    assert.equal((await signIn(uuid, rightPassword)).code, 'wrong-credentials')
    assert.equal((await signIn(uuid, newPassword)).status, 200)
    assert.equal((await testApp.mint(impostor.data.accessToken)).status, 401)
  })

  it('accepts an invitation when the invitee resets the password', async () => {
    const { uuid, email } = await makeUnproven('forgot-too@example.com')
    await invite(email)
    await requestLink(testApp, { email })
    assert.equal((await reset(testApp, partsOf(await linkTo(testApp, email)))).status, 200)
    assert.deepEqual(await platformsOf(uuid), ['professor', 'student'])
  })

  it('refuses to invite an unproven address of an account with a proven number', async () => {
    const { uuid, email } = await makeUnproven('whose-number@example.com', '+919876500027')
    await invite(email)
    const link = partsOf(await linkTo(testApp, email))
    await testApp.services.db
      .updateTable('phones')
      .set({ provenance: 'verified' })
      .where('userId', '=', uuid)
      .execute()
    await assert.rejects(invite(email), /it may be another person's/)
    assert.equal((await create(testApp, link)).code, 'link-invalid')
    assert.deepEqual(await platformsOf(uuid), ['student'])
  })
})

describe('closed beta', () => {
  it('signs a beta invitee in after the first password', async () => {
    const email = 'beta@example.com'
    const { userId } = await invite(email, { firstName: 'Bela', platform: 'student', isBeta: true })
    const url = await linkTo(testApp, email)
    assert.match(url.href, /\/beta\/create-password\/[^/]+\/rs_[\w-]{43}\?platform=student$/)
    const link = partsOf(url)
    assert.equal((await openBetaInvite(testApp, link)).data.firstName, 'Bela')
    assert.equal((await acceptBeta(testApp, link, 'password1')).code, 'password-common')
    const accepted = await acceptBeta(testApp, link)
    assert.deepEqual([accepted.data.user.uuid, accepted.data.platform], [userId, 'student'])
    assert.ok(accepted.headers['set-cookie'], 'the browser is known from now on')
    assert.equal((await testApp.mint(accepted.data.accessToken)).status, 200)
    const { rows } = await sql<{ amr: string[] }>`select amr from sessions where user_id = ${userId}`.execute(
      testApp.services.db,
    )
    assert.deepEqual(rows, [{ amr: ['pwd'] }])
    assert.equal((await acceptBeta(testApp, link)).code, 'link-used')
    await requestLink(testApp, again(link, 'beta'))
    assert.match((await linkTo(testApp, email)).pathname, /^\/reset-password\//, 'they have a password now')
  })

  it('signs in one of fifty requests with the same beta link', async () => {
    const email = 'fifty.beta@example.com'
    const { userId } = await invite(email, { platform: 'student', isBeta: true })
    const link = partsOf(await linkTo(testApp, email))
    const answers = await Promise.all(Array.from({ length: 50 }, () => acceptBeta(testApp, link)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const { rows } = await sql`select from sessions where user_id = ${userId}`.execute(testApp.services.db)
    assert.equal(rows.length, 1)
  })

  it('refuses a beta invitation to a platform that is not open to sign-up', async () => {
    await assert.rejects(invite('x@example.com', { isBeta: true }), /no closed beta of professor/)
  })
})

describe('foyer invite', () => {
  const foyer = (...args: string[]) =>
    runFoyer(['invite', ...args], { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret })

  it('invites by the command line and never prints the link', async () => {
    const email = 'by.hand@example.com'
    const { code, out } = await foyer('--email', email, '--platform', 'iqa', '--first-name', 'Ida')
    assert.equal(code, 0)
    assert.equal(
      out,
      `An email to ${email} is queued. The user becomes Internal Quality Assessor by using its link within three days.\n`,
    )
    const link = partsOf(await linkTo(testApp, email))
    assert.ok(!out.includes(link.token))
    const twice = await foyer('--email', email, '--platform', 'iqa', '--json')
    const { kind, mailedTo } = JSON.parse(twice.out)
    assert.deepEqual([kind, mailedTo], ['link', email])
    assert.doesNotMatch(twice.out, /rs_/)
    assert.equal((await create(testApp, link)).code, 'link-expired', 'the newer one holds')
  })

  it('explains a refused foyer invite in one line', async () => {
    const refused: [string[], RegExp][] = [
      [[], /^Give the email address: --email asha@example\.com\n$/],
      [['--email', 'a@example.com'], /^Give the platform: --platform, one of student, school, /],
      [['--email', 'a@example.com', '--platform', 'nonsense'], /^Give the platform: /],
      [['--email', 'nobody', '--platform', 'iqa'], /^nobody is no email address\n$/],
      [['--email', 'a@example.com', '--platform', 'iqa', '--closed-beta'], /^There is no closed beta of iqa/],
      [
        ['--email', 'a@example.com', '--platform', 'iqa', '--first-name', 'x'.repeat(65)],
        /^--first-name: Length cannot be greater than 64\n$/,
      ],
    ]
    for (const [args, line] of refused) {
      const { code, error } = await foyer(...args)
      assert.equal(code, 1, args.join(' '))
      assert.match(error, line)
    }
  })
})
