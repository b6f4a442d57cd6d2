/** Tests that an open session alone does not change how its user signs in (N-177). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { platformRow } from '@foyer/contract/platforms'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { login } from '@foyer/contract/routes/sign-in'
import { recentProofSeconds } from '@foyer/contract/shared-values'
import { validBody, validPath } from '../../kernel/http/test-valid-bodies.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { emailSteps } from '../contacts/test-emails.ts'
import { ageSessions, password, proofsIn, stepUpSteps } from './test-step-up.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const { open, add, makePrimary, verify, codeTo } = emailSteps(() => testApp)
const { openOld, change, prove } = stepUpSteps(() => testApp)

describe('a session whose proof is too old', () => {
  it('is refused by each route that needs a proof, before the route looks at anything', async () => {
    const needing = allRoutes.filter(({ needsProof }) => needsProof === 'recent')
    assert.deepEqual(needing.map(({ method, path }) => `${method} ${path}`).sort(), [
      'DELETE /api/auth/identities/:provider',
      'DELETE /api/auth/passkeys/:id',
      'DELETE /api/auth/second-factors/:id',
      'DELETE /api/profile/emails/:id',
      'DELETE /api/profile/phones/:id',
      'DELETE /api/schools/:id/users/:userId',
      'GET /api/auth/users/export/file',
      'POST /api/auth/identities/:provider/start',
      'POST /api/auth/passkey-options',
      'POST /api/auth/passkeys',
      'POST /api/auth/recovery-codes',
      'POST /api/auth/second-factors',
      'POST /api/auth/users/deletion',
      'POST /api/auth/users/export',
      'POST /api/profile/emails',
      'POST /api/profile/phones',
      'POST /api/schools/:id/invitations',
      'PUT /api/profile/emails/:id',
      'PUT /api/profile/phones/:id',
    ])
    const learner = await openOld()
    const school = await testApp.signIn('school')
    await ageSessions(testApp, school.user.uuid)
    const email = learner.email
    for (const route of needing) {
      const token = route.platforms ? school.accessToken : learner.token
      const { method, path, access, errors, body } = route
      assert.deepEqual([access, errors.includes('proof-needed')], ['own-session', true], path)
      const answer = await testApp.app.inject({
        method,
        url: validPath(path, { id: randomUUID(), email }),
        headers: { authorization: `Bearer ${token}` },
        ...(body && { payload: validBody(route) }),
      })
      assert.equal(answer.statusCode, 403, `${method} ${path}`)
      assert.equal(answer.json().errors.code, 'proof-needed', `${method} ${path}`)
    }
  })

  it('may change how the user signs in for five minutes, and again after a step-up', async () => {
    const owner = await open()
    await ageSessions(testApp, owner.uuid, recentProofSeconds - 60)
    assert.equal((await change(owner.token)).status, 204)
    await ageSessions(testApp, owner.uuid, 60)
    assert.equal((await change(owner.token)).code, 'proof-needed')
    assert.equal((await prove(owner.token, password)).status, 204)
    assert.equal((await change(owner.token)).status, 204)
    await ageSessions(testApp, owner.uuid)
    assert.equal((await change(owner.token)).code, 'proof-needed')
  })

  it('verifies an address that was added with a recent proof, but not in a session without any proof', async () => {
    const owner = await open()
    const email = `more-${randomUUID()}@example.com`
    const { data } = await add(owner.token, email)
    await ageSessions(testApp, owner.uuid)
    const code = { token: data.challenge.token, otp: await codeTo(email) }
    assert.equal((await verify(owner.token, data.id, code)).status, 200)
    assert.equal((await makePrimary(owner.token, data.id)).code, 'proof-needed')
  })

  it('learns how its user can prove it, with the contact masked', async () => {
    const { token, email } = await openOld()
    const masked = { medium: 'email', contact: `${email[0]}•••@example.com` }
    assert.deepEqual(proofsIn(await add(token, 'new@example.com')), {
      ...{ has_passkey: false, has_totp: false, has_password: true },
      code: masked,
    })
  })
})

describe('a platform of staff that takes no code', () => {
  it('offers the password only, and refuses a right code', async () => {
    const strict = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000, staffOtp: 'off' } })
    const user = await strict.makeUser({ platforms: ['professor', 'student'] })
    const signIn = async (platform: 'professor' | 'student') => {
      const { product } = platformRow(platform)
      const body = { uuid: user.uuid, ...password, product, platform }
      return (await strict.call(login, { body })).data.accessToken
    }
    const [staff, learner] = [await signIn('professor'), await signIn('student')]
    await ageSessions(strict, user.uuid)
    const { change, mailed, prove } = stepUpSteps(() => strict)
    const refused = await change(staff)
    const given = { has_passkey: false, has_totp: false, has_password: true, code: null }
    assert.deepEqual(proofsIn(refused), given)
    assert.notEqual(proofsIn(await change(learner)).code, null)
    const code = await mailed(user)
    assert.equal((await prove(staff, code)).code, 'password-needed')
    assert.equal((await prove(learner, code)).code, 'otp-expired')
    assert.equal((await prove(staff, password)).status, 204)
    await strict.close()
  })
})
