/** The way to a provider and back, with the stand-ins. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { identityOf } from '../identity-of.ts'
import { channel, openSocialApp, type SocialApp } from './test-social.ts'

let social: SocialApp
before(async () => {
  social = await openSocialApp({ config: { limitsFactor: 1_000 } })
})
after(() => social.close())

const browserOf = (cookie: string) =>
  createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest('base64url')

const identityBy = async (provider: SocialProvider, accessToken: string, cookie: string) => {
  const given = { provider, accessToken, purpose: 'link', browserHash: browserOf(cookie) } as const
  return (await identityOf(social.services, given)).identity
}

describe('the way to a provider and back', () => {
  const expected = {
    google: {
      isEmailVerified: true,
      isAuthoritative: true,
      fullName: { firstName: 'Asha', lastName: 'Rao' },
    },
    facebook: {
      isEmailVerified: false,
      isAuthoritative: false,
      fullName: { firstName: 'Asha', lastName: 'Rao' },
    },
    apple: { isEmailVerified: true, isAuthoritative: true, fullName: { firstName: 'Asha', lastName: 'Rao' } },
  }
  for (const provider of ['google', 'facebook', 'apple'] as const) {
    it(`leads to ${provider} and comes back with a reference to the identity`, async () => {
      const person = social.standIns.addPerson(provider, {
        ...{ firstName: 'Asha', lastName: 'Rao', email: `asha.${provider}@gmail.com` },
      })
      const { path, result, cookie } = await social.walk(provider, person)
      assert.equal(path, '/social-return?platform=student')
      const { reference = '', ...rest } = result
      assert.deepEqual(rest, {
        ...{ mode: 'popup', channel, return: '/?platform=student', provider, hasName: '1', hasEmail: '1' },
      })
      const { pictureUrl, ...identity } = await identityBy(provider, reference, cookie)
      assert.deepEqual(identity, {
        ...{ provider, subject: person.subject, email: `asha.${provider}@gmail.com` },
        ...expected[provider],
      })
      assert.equal(pictureUrl !== null, provider !== 'apple')
    })
  }
})
