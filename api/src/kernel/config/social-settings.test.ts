import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { readConfig } from './config.ts'
import { production, faultsOf as refusalsOf, writeTemporary } from './test-environment.ts'

const faultsOf = (changed: Record<string, string>) => refusalsOf({ ...production, ...changed })
const pemOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const google = { GOOGLE_CLIENT_ID: 'ours.apps.example', GOOGLE_CLIENT_SECRET: 'secret' }
const facebook = { FACEBOOK_APP_ID: '1234567890', FACEBOOK_APP_SECRET: 'secret' }
const apple = {
  APPLE_CLIENT_ID: 'org.provider.accounts',
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: pemOf('prime256v1'),
}

describe('settings of social providers', () => {
  it('configures the providers whose settings are all given, and none by default', () => {
    assert.deepEqual(readConfig({}).social.configured, [])
    assert.deepEqual(readConfig({ ...production, ...google, ...apple }).social.configured, [
      'google',
      'apple',
    ])
    const { social } = readConfig({ ...production, ...facebook })
    assert.deepEqual(social.facebook, {
      appId: '1234567890',
      appSecret: 'secret',
      graphUrl: 'https://graph.facebook.com/v23.0',
      dialogUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    })
  })

  it('reads the key of Apple with line breaks, with \\n for each, and from a file', () => {
    const { APPLE_PRIVATE_KEY: pem, ...rest } = apple
    const inOneLine = { ...rest, APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n') }
    const inFile = { ...rest, APPLE_PRIVATE_KEY_FILE: writeTemporary(pem) }
    for (const env of [apple, inOneLine, inFile])
      assert.equal(readConfig({ ...production, ...env }).social.apple?.privateKey.type, 'private')
  })

  const faulty: [string, Record<string, string>][] = [
    ['GOOGLE_CLIENT_SECRET is missing', { GOOGLE_CLIENT_ID: 'ours' }],
    ['FACEBOOK_APP_ID is missing', { FACEBOOK_APP_SECRET: 'secret' }],
    ['FACEBOOK_APP_ID must be digits', { ...facebook, FACEBOOK_APP_ID: 'secret' }],
    ['APPLE_KEY_ID is missing', { ...apple, APPLE_KEY_ID: '' }],
    ['APPLE_TEAM_ID must be ten capital letters and digits', { ...apple, APPLE_TEAM_ID: 'secret' }],
    [
      'APPLE_PRIVATE_KEY must be the content of the .p8 file from Apple',
      { ...apple, APPLE_PRIVATE_KEY: 'secret' },
    ],
    [
      'APPLE_PRIVATE_KEY must be the content of the .p8 file from Apple',
      { ...apple, APPLE_PRIVATE_KEY: pemOf('secp384r1') },
    ],
    ['GOOGLE_ISSUER must be an https address', { ...google, GOOGLE_ISSUER: 'http://provider.org' }],
    ['GOOGLE_ISSUER must be an https address', { ...google, GOOGLE_ISSUER: 'http://127.0.0.1:4150/google' }],
    [
      'APPLE_ISSUER must have no query or fragment',
      { ...apple, APPLE_ISSUER: 'https://provider.org/?secret' },
    ],
  ]
  it('refuses a faulty setting of a provider in one line, without its value', () => {
    for (const [line, env] of faulty) assert.deepEqual(faultsOf(env), [line])
  })

  it('lets a provider be on this machine while developing', () => {
    const { social } = readConfig({ ...google, GOOGLE_ISSUER: 'http://127.0.0.1:4150/google/' })
    assert.equal(social.google?.issuer, 'http://127.0.0.1:4150/google')
    assert.deepEqual(refusalsOf({ ...google, GOOGLE_ISSUER: 'http://provider.org' }), [
      'GOOGLE_ISSUER must be an https address',
    ])
  })
})
