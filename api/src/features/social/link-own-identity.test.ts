/** Tests that users link an account of a provider from their own account, and that nobody else can (N-196). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import {
  beginIdentityLink,
  linkIdentity,
  listIdentities,
  removeIdentity,
} from '@foyer/contract/routes/identities'
import { logout } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { signInWithSocial } from '@foyer/contract/routes/social'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { rightPassword } from '../../testing/test-app.ts'
import { phoneSteps } from '../contacts/test-phones.ts'
import { mailsTo } from '../schools/test-schools.ts'
import { ageSessions } from '../step-up/test-step-up.ts'
import { turnSocialOn } from '../toggles/turn-social-on.ts'
import { openSocialApp, type SocialApp, walkedTo } from './providers/test-social.ts'

let social: SocialApp
before(async () => {
  social = await openSocialApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
  await turnSocialOn(social.services)
})
after(() => social.close())

const section = '/account/security?platform=student'

async function signIn(uuid: string, platform: Platform = 'student'): Promise<string> {
  const { product } = platformRow(platform)
  const { data } = await social.testApp.call(login, {
    body: { uuid, password: rightPassword, product, platform },
  })
  return data.accessToken
}

async function open() {
  const user = await social.testApp.makeUser()
  return { ...user, token: await signIn(user.uuid) }
}

const begin = (token: string, provider: SocialProvider = 'google') =>
  social.testApp.call(beginIdentityLink, { params: { provider } }, { token })

const ticketOf = async (token: string, provider: SocialProvider = 'google') => {
  const { data, text } = await begin(token, provider)
  assert.ok(data, text)
  return data.ticket
}

const start = (link: string, { provider = 'google' as SocialProvider, page = section } = {}) =>
  social.begin(provider, { mode: 'redirect', return: page, link })

/** Runs the way of a link to the provider and back. */
async function walk(
  token: string,
  provider: SocialProvider = 'google',
  person = social.standIns.addPerson(provider),
) {
  const { location, cookie } = await start(await ticketOf(token, provider), { provider })
  const { result } = await social.comeBack(await social.standIns.choose(location, person), cookie)
  return { person, cookie, reference: result.reference ?? '', result }
}

type Came = { reference: string; cookie: string }

const link = (token: string, { reference, cookie }: Came, provider: SocialProvider = 'google') =>
  social.testApp.call(
    linkIdentity,
    { params: { provider }, body: { accessToken: reference } },
    { token, headers: { cookie } },
  )

const linkedTo = async (token: string) =>
  (await social.testApp.call(listIdentities, {}, { token })).data.linked.map(({ provider }) => provider)

const failed = (result: Record<string, string>) =>
  assert.equal(result.error, 'failed', JSON.stringify(result))

describe('a link from the own account', () => {
  for (const provider of ['google', 'facebook', 'apple'] as const)
    it(`adds ${provider} whatever its email, tells the owner, and opens the account from then on`, async () => {
      const { token, uuid, email } = await open()
      const { person, result, ...came } = await walk(token, provider)
      assert.equal(result.return, section)
      assert.equal((await link(token, came, provider)).status, 204)
      assert.deepEqual(await linkedTo(token), [provider])
      assert.deepEqual(await mailsTo(social.testApp, email), ['social-linked'])
      const { db } = social.services
      const events = await db
        .selectFrom('auditEvents')
        .select(['event', 'details'])
        .where('userId', '=', uuid)
        .where('event', '=', 'social-linked')
        .execute()
      assert.deepEqual(events, [{ event: 'social-linked', details: { provider } }])

      const again = await social.walk(provider, person)
      const { data } = await social.testApp.call(
        signInWithSocial,
        {
          body: {
            ...{ platform: 'student', accountType: 'learning', tokenType: 'universal', purpose: 'login' },
            ...{ provider, accessToken: again.result.reference ?? '', source: 'direct', utmParams: {} },
          } as const,
        },
        { headers: { cookie: again.cookie } },
      )
      assert.equal(data.user.uuid, uuid)
      const [used] = (await social.testApp.call(listIdentities, {}, { token })).data.linked
      assert.ok(used?.lastUsedAt, 'the last use is not listed')
    })

  it('tells a user without an email by SMS', async () => {
    const { openPhoneOnly, noticesTo } = phoneSteps(() => social.testApp)
    const { token, number } = await openPhoneOnly()
    assert.equal((await link(token, await walk(token))).status, 204)
    assert.deepEqual(await noticesTo(number), ['social-linked'])
  })

  it('needs a recent proof to begin, and finishes without another', async () => {
    const { token, uuid } = await open()
    const came = await walk(token)
    await ageSessions(social.testApp, uuid)
    assert.equal((await begin(token)).code, 'proof-needed')
    assert.equal((await link(token, came)).status, 204)
  })

  it('is refused where social sign-in is not offered, for a second account of a provider and when signed out', async () => {
    const { uuid } = await social.testApp.makeUser({ platforms: ['student', 'professor'] })
    assert.equal((await begin(await signIn(uuid, 'professor'))).code, 'no-access')
    const token = await signIn(uuid)
    const [first, second] = [await walk(token), await walk(token)]
    assert.equal((await link(token, first)).status, 204)
    assert.equal((await begin(token)).code, 'provider-linked')
    assert.equal((await link(token, second)).code, 'provider-linked')
    assert.deepEqual(await linkedTo(token), ['google'])
    const params = { provider: 'google' } as const
    assert.equal((await social.testApp.call(beginIdentityLink, { params })).status, 401)
    const body = { accessToken: second.reference }
    assert.equal((await social.testApp.call(linkIdentity, { params, body })).status, 401)
  })

  it('refuses an identity that signs another user in, and leaves it there', async () => {
    const [owner, other] = [await open(), await open()]
    const { person, ...came } = await walk(owner.token)
    await link(owner.token, came)
    const stolen = await walk(other.token, 'google', person)
    assert.equal((await link(other.token, stolen)).code, 'identity-in-use')
    assert.deepEqual([await linkedTo(owner.token), await linkedTo(other.token)], [['google'], []])
  })
})

describe('a link that was begun elsewhere', () => {
  it('is worth nothing in another session, also of the same user, and none after its session has ended', async () => {
    const [owner, attacker] = [await open(), await open()]
    const came = await walk(attacker.token)
    const elsewhere = await signIn(attacker.uuid)
    for (const token of [owner.token, elsewhere]) {
      const { code, text } = await link(token, came)
      assert.equal(code, 'social-failed')
      assert.match(text, /The account could not be linked\. Please try again\./)
    }
    await social.testApp.call(logout, {}, { token: attacker.token })
    assert.equal((await link(attacker.token, came)).status, 401)
    assert.deepEqual(await linkedTo(owner.token), [])
  })

  it('is worth nothing in another browser, at its callback and after it', async () => {
    const { token } = await open()
    const other = await social.begin('google')
    const { location, cookie } = await start(await ticketOf(token))
    const callback = await social.standIns.choose(location, social.standIns.addPerson('google'))
    for (const foreign of ['', other.cookie]) failed((await social.comeBack(callback, foreign)).result)
    const { result } = await social.comeBack(callback, cookie)
    const reference = result.reference ?? ''
    for (const foreign of ['', other.cookie])
      assert.equal((await link(token, { reference, cookie: foreign })).code, 'social-failed')
    assert.equal((await link(token, { reference, cookie })).status, 204)
  })

  it('is linked once: ticket, callback and reference are used up', async () => {
    const { token } = await open()
    const ticket = await ticketOf(token)
    const { location, cookie } = await start(ticket)
    failed(walkedTo((await start(ticket)).location).result)
    const callback = await social.standIns.choose(location, social.standIns.addPerson('google'))
    const { reference = '' } = (await social.comeBack(callback, cookie)).result
    failed((await social.comeBack(callback, cookie)).result)
    const answers = await Promise.all(Array.from({ length: 20 }, () => link(token, { reference, cookie })))
    assert.deepEqual(
      answers.map(({ status, code }) => code ?? status).sort(),
      [204, ...Array.from({ length: 19 }, () => 'social-failed')].sort(),
    )
    await social.testApp.call(removeIdentity, { params: { provider: 'google' } }, { token })
    assert.equal((await link(token, { reference, cookie })).code, 'social-failed')
    assert.deepEqual(await linkedTo(token), [])
  })

  it('takes no reference of a sign-in, and its own opens no session', async () => {
    const { token } = await open()
    const person = social.standIns.addPerson('google')
    const forSignIn = await social.walk('google', person)
    const reference = forSignIn.result.reference ?? ''
    assert.equal((await link(token, { reference, cookie: forSignIn.cookie })).code, 'social-failed')
    const forLink = await walk(token)
    const { code } = await social.testApp.call(
      signInWithSocial,
      {
        body: {
          ...{ platform: 'student', accountType: 'learning', tokenType: 'universal', purpose: 'sign_up' },
          ...{ provider: 'google', accessToken: forLink.reference, source: 'direct', utmParams: {} },
        } as const,
      },
      { headers: { cookie: forLink.cookie } },
    )
    assert.equal(code, 'social-failed')
  })

  it('starts only with a ticket of the provider, from an own page, and comes back to no other page', async () => {
    const { token } = await open()
    for (const page of [
      '/?platform=student',
      '/account?platform=student',
      '/account/security?platform=professor',
    ])
      failed(walkedTo((await start(await ticketOf(token), { page })).location).result)
    failed(walkedTo((await start('sl_unknown')).location).result)
    failed(walkedTo((await start(await ticketOf(token), { provider: 'facebook' })).location).result)
    const query = { mode: 'redirect', return: section }
    failed(walkedTo((await social.begin('google', query)).location).result)
    const fromElsewhere = { ...query, link: await ticketOf(token) }
    const { location } = await social.begin('google', fromElsewhere, { 'sec-fetch-site': 'cross-site' })
    failed(walkedTo(location).result)
  })

  it('says that the user cancelled at the provider', async () => {
    const { token } = await open()
    const { location, cookie } = await start(await ticketOf(token))
    const { result } = await social.comeBack(await social.standIns.deny(location), cookie)
    assert.deepEqual([result.error, result.return], ['denied', section])
  })
})

describe('a provider that does not answer', () => {
  it('ends the way to it with an error for the page', async () => {
    const broken = await openSocialApp({
      config: { captcha: 'off', limitsFactor: 1_000 },
      intercept: (_request, response) => {
        response.writeHead(503).end()
        return true
      },
    })
    await turnSocialOn(broken.services)
    const { accessToken: token } = await broken.testApp.signIn()
    const { data } = await broken.testApp.call(
      beginIdentityLink,
      { params: { provider: 'google' } },
      { token },
    )
    const { location } = await broken.begin('google', {
      mode: 'redirect',
      return: section,
      link: data.ticket,
    })
    const { result } = walkedTo(location)
    assert.deepEqual([result.error, result.return], ['failed', section])
    await broken.close()
  })
})
