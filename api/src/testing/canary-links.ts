/** Requests, opens and uses password links with canary values, in valid and invalid requests. */
import assert from 'node:assert/strict'
import {
  acceptBetaInvite,
  checkBetaInvite,
  checkCreateLink,
  checkResetLink,
  createPassword,
  forgotPassword,
  resetPassword,
} from '@foyer/contract/routes/password-links'
import { invite } from '../features/accounts/invitations.ts'
import { type LinkParts, linkTo, partsOf } from '../features/password-links/test-links.ts'
import type { Send } from './canary-calls.ts'
import { sent } from './canary-values.ts'
import type { TestApp } from './test-app.ts'

const email = sent['email of the forgetful']
const typed = { password1: sent['new password'], password2: sent['new password'] }
const twice = { password1: sent['mistyped password'], password2: sent['new password'] }

/** Sets a password with a link of each kind; returns the tokens of the links. */
export async function setByLinks(testApp: TestApp, send: Send): Promise<Record<string, string>> {
  await testApp.makeUser({ email })
  const reset = await askForLinks(testApp, send)
  const invited = sent['email of the invited']
  const invitation = { email: invited, firstName: sent['first name'], platform: 'student' } as const
  await invite(testApp.services, { ...invitation, isBeta: false })
  const create = await openPage(testApp, invited)
  await invite(testApp.services, { ...invitation, isBeta: true })
  const beta = await openPage(testApp, invited)

  for (const [check, use, link] of [
    [checkResetLink, resetPassword, reset],
    [checkCreateLink, createPassword, create],
    [checkBetaInvite, acceptBetaInvite, beta],
  ] as const) {
    const params = { ...link, id: link.uuid }
    await send(check, undefined, {}, params)
    await send(check, undefined, {}, { ...params, token: sent['made-up link'] })
    await send(use, twice, {}, params)
    await send(use, typed, {}, { ...params, token: sent['made-up link'] })
    const used = await send(use, typed, {}, params)
    const isDead = link === beta
    assert.match(used.text, isDead ? /link-expired/ : /email/, `${use.path}: ${used.text}`)
    await send(use, typed, {}, params)
  }
  return {
    'token of a reset': reset.token,
    'token of an invitation': create.token,
    'token of a beta': beta.token,
  }
}

/** Requests links by email, phone number and old link, for known and unknown users. */
async function askForLinks(testApp: TestApp, send: Send): Promise<LinkParts> {
  const product = 'learning'
  for (const body of [{ email }, { email: sent['unknown email'] }, { phone: sent.phone }])
    await send(forgotPassword, { ...body, product })
  const first = partsOf(await linkTo(testApp, email))
  for (const token of [first.token, sent['made-up link']])
    await send(forgotPassword, { link: { purpose: 'reset', ...first, token }, product })
  return openPage(testApp, email)
}

/** Requests the page of the newest link like a browser; its URL contains the token. */
async function openPage({ app, ...testApp }: TestApp, to: string): Promise<LinkParts> {
  const url = await linkTo({ app, ...testApp }, to)
  for (const path of [`${url.pathname}${url.search}`, `${url.pathname}/${sent.path}`])
    for (const method of ['GET', 'HEAD', 'POST'] as const) await app.inject({ method, url: path })
  return partsOf(url)
}

/** Calls the routes of links while tables or connections are missing. */
export async function failLinks(send: Send, tokens: Record<string, string>): Promise<void> {
  const params = {
    uuid: 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f',
    token: tokens['token of a reset'] ?? '',
    timestamp: '1',
  }
  await send(forgotPassword, { email, product: 'learning' })
  await send(checkResetLink, undefined, {}, params)
  await send(resetPassword, typed, {}, params)
}
