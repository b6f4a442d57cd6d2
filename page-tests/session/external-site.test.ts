/**
 * Tests the handover to an external site: the allowed users, the address, and the texts of failures (product 2.1, 2.8)
 * (N-130, N-131).
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { readRegistry } from '../../api/src/kernel/config/platform-registry.ts'
import { clientSecret, originOf, rightPassword, type TestApp } from '../../api/src/testing/test-app.ts'
import { networkError } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openService } from '../browser/shared-service.ts'
import { openAccount, signIn } from '../browser/sign-in.ts'
import { newEmail, typeEmail, typeName, typePasswords } from '../sign-up/sign-up-steps.ts'

const codesPath = '/api/auth/codes'
const site = 'https://meet.example/in'
const secretSha256 = createHash('sha256').update(clientSecret).digest('hex')

const platform = (name: Platform) => ({
  home: `${originOf(name)}/home`,
  origins: [originOf(name)],
  clients: [{ id: `${name}-client`, secretSha256 }],
})

let service: TestApp
before(async () => {
  const zoom = {
    name: 'Zoom',
    url: site,
    client: { id: 'zoom-client', secretSha256 },
    platforms: ['student'],
  }
  const file = {
    student: platform('student'),
    olympiadPartner: platform('olympiadPartner'),
    external: { zoom },
  }
  service = await openService({ registry: readRegistry(JSON.stringify(file), { isProduction: false }) })
})
after(() => service.close())

async function openSignedIn(): Promise<Page> {
  const page = (await openBrowser(service)).newPage()
  const { email } = await service.makeUser()
  await openAccount(page, email, { platform: 'student' })
  return page
}

test('the address of the external site gets the query of the page, but nothing of the user', async () => {
  const page = await openSignedIn()
  await page.goto('/zoom-auth?platform=student&room=a%20b&email=a%40b.test&code=old')
  const { searchParams } = await page.leaves(`${site}?`)
  assert.deepEqual([...searchParams.keys()], ['platform', 'room', 'code'])
  assert.equal(searchParams.get('room'), 'a b')
  assert.match(searchParams.get('code') ?? '', /^ac_/)
})

test('a new user signs up on the way to the external site', async () => {
  const page = await (await openBrowser(service)).open('/zoom-auth?platform=student&room=7')
  await page.press('Sign up for free')
  await page.heading('Create your account')
  await typeName(page)
  await typeEmail(page, newEmail())
  await page.focused('new-password')
  await typePasswords(page)
  const { searchParams } = await page.leaves(`${site}?`)
  assert.equal(searchParams.get('room'), '7')
})

test('a user of a platform that may not go to the external site reads why, and stays signed in', async () => {
  const page = await (await openBrowser(service)).open('/partner/login?return=account')
  const { email } = await service.makeUser({ platforms: ['olympiadPartner'] })
  await page.type(/^Email/, email)
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.heading('Your account')
  await page.goto('/zoom-auth?platform=olympiadPartner')
  await page.heading('You can’t go to Zoom from here')
  await page.press('Go to your account')
  await page.heading('Your account')
  assert.equal(page.sentTo(codesPath).length, 0)
})

test('a failed call on the way to the external site is explained and repeated', async () => {
  const page = await openSignedIn()
  const stop = page.answer(codesPath, () => {
    throw networkError()
  })
  await page.goto('/zoom-auth?platform=student')
  await page.heading('We couldn’t take you to Zoom')
  await page.waitFor(() => assert.equal(page.document.activeElement?.tagName, 'H1'))
  stop()
  await page.press('Try again')
  await page.leaves(`${site}?`)
})

test('a sign-in for the external site leads to no address of the query', async () => {
  const page = await (await openBrowser(service)).open('/?platform=student&return=//evil.example/zoom-auth')
  const { email } = await service.makeUser()
  await signIn(page, email)
  await page.leaves('https://student.example/home')
})
