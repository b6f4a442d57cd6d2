import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { type FoyerOptions, redirectUrlOf } from './foyer.ts'
import { startSignIn, startSignOut } from './redirect.ts'
import { sameSitePath } from './return-to.ts'

const options: FoyerOptions = {
  accountsUrl: 'https://accounts.example.com/',
  platform: 'student',
  product: 'learning',
  clientId: 'learning',
  clientSecret: 'secret',
  callbackUrl: 'https://learn.example.com/callback',
}

function opened(transaction: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(transaction, 'base64url').toString()) as Record<string, unknown>
}

test('the sign-in URL carries platform, redirect-url with state, and the S256 of the verifier', async () => {
  const { url, transaction } = await startSignIn(options, { returnTo: '/library?page=2' })
  const { origin, pathname, searchParams } = new URL(url)
  const { state, codeVerifier, returnTo } = opened(transaction)
  assert.equal(origin + pathname, 'https://accounts.example.com/')
  assert.equal(searchParams.get('platform'), 'student')
  assert.equal(searchParams.get('redirect-url'), `https://learn.example.com/callback?state=${state}`)
  assert.equal(searchParams.get('code_challenge_method'), 'S256')
  const challenge = createHash('sha256').update(String(codeVerifier)).digest('base64url')
  assert.equal(searchParams.get('code_challenge'), challenge)
  assert.match(String(codeVerifier), /^[A-Za-z0-9_-]{43}$/)
  assert.equal(returnTo, '/library?page=2')
})

test('state and verifier never repeat, and the URL never has the verifier', async () => {
  const departures = await Promise.all([startSignIn(options), startSignIn(options)])
  const [first, second] = departures.map(({ transaction }) => opened(transaction))
  assert.notEqual(first?.state, second?.state)
  assert.notEqual(first?.codeVerifier, second?.codeVerifier)
  assert.ok(!departures[0].url.includes(String(first?.codeVerifier)))
})

test('a transaction needs no encoding in a cookie', async () => {
  const { transaction } = await startSignIn(options, { returnTo: `/${'x'.repeat(1_000)}` })
  assert.match(transaction, /^[A-Za-z0-9_-]+$/)
  assert.ok(transaction.length < 3_800)
})

test('the sign-out URL leads to the logout page with the same parameters', async () => {
  const { url, transaction } = await startSignOut(options)
  const { pathname, searchParams } = new URL(url)
  const { state, codeVerifier } = opened(transaction)
  assert.equal(pathname, '/logout')
  assert.equal(searchParams.get('redirect-url'), `https://learn.example.com/callback?state=${state}`)
  const challenge = createHash('sha256').update(String(codeVerifier)).digest('base64url')
  assert.equal(searchParams.get('code_challenge'), challenge)
})

test('the query of the callback URL stays', async () => {
  const { url } = await startSignIn({ ...options, callbackUrl: 'https://learn.example.com/cb?site=2' })
  assert.match(new URL(url).searchParams.get('redirect-url') ?? '', /\/cb\?site=2&state=/)
})

test('http URLs are refused except on this machine', async () => {
  for (const accountsUrl of ['http://accounts.example.com', 'ftp://localhost', 'accounts', 'https://a@b.c']) {
    await assert.rejects(startSignIn({ ...options, accountsUrl }), TypeError, accountsUrl)
  }
  await startSignIn({ ...options, accountsUrl: 'http://localhost:4000' })
  await assert.rejects(startSignIn({ ...options, callbackUrl: 'http://learn.example.com/cb' }), TypeError)
})

test('returnTo becomes the start page unless it is a path of this site', async () => {
  const refused = [
    '//evil',
    'https://evil',
    '/\\evil',
    '\\\\evil',
    '/\t/evil',
    '/\n/evil',
    '/.//evil',
    '/a/..//evil',
    '/%2e//evil',
    'javascript:alert(1)',
    'library',
    ' /library',
    '',
    `/${'x'.repeat(2_000)}`,
  ]
  for (const value of refused) {
    assert.equal(sameSitePath(value), '/', value)
    assert.equal(opened((await startSignIn(options, { returnTo: value })).transaction).returnTo, '/', value)
  }
  for (const value of ['/', '/library', '/a?next=https://evil#top', '/%2F%2Fevil', '/a//b']) {
    assert.equal(sameSitePath(value), value)
  }
})

test('an external site starts at the page that leads to it, and redeems for its URL with platform and state', async () => {
  const external = {
    ...options,
    product: 'zoom',
    external: 'zoom',
    callbackUrl: 'https://meet.example.com/in?org=7',
  } as const
  const { url, transaction } = await startSignIn(external)
  const { pathname, searchParams } = new URL(url)
  const { state } = opened(transaction)
  assert.equal(pathname, '/zoom-auth')
  assert.deepEqual([...searchParams.keys()], ['platform', 'state', 'code_challenge', 'code_challenge_method'])
  assert.equal(searchParams.get('state'), state)
  assert.equal(redirectUrlOf(external, 'a'), 'https://meet.example.com/in?org=7&platform=student&state=a')
  await assert.rejects(startSignOut(external), TypeError)
})
