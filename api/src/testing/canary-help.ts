/** Sends help requests with canary values, valid and invalid. */
import assert from 'node:assert/strict'
import { createHelpRequest } from '@foyer/contract/routes/help'
import { bearer, type Send } from './canary-calls.ts'
import { sent } from './canary-values.ts'
import { solveChallenge } from './solve-challenge.ts'
import type { TestApp } from './test-app.ts'

export function helpRequest(more: object = {}): object {
  const [subject, message] = [sent['subject of a help request'], sent['message of a help request']]
  return { category: 'other', subject, message, platform: 'student', ...more }
}

/** Sends help requests with and without a session, after every kind of refusal. */
export async function askForHelp({ services }: TestApp, send: Send, accessToken: string): Promise<void> {
  const own = bearer(accessToken)
  const stranger = { email: sent["stranger's email"], name: sent['first name'] }
  const captcha = await solveChallenge(await services.proofOfWork.challenge(1, 'help_request'))
  await send(createHelpRequest, helpRequest(stranger))
  await send(createHelpRequest, helpRequest({ ...stranger, captcha: { ...captcha, value: sent.captcha } }))
  await send(createHelpRequest, helpRequest({ ...stranger, category: 'unknown', captcha }))
  await send(createHelpRequest, helpRequest(), bearer(sent['forged access token']))
  await send(
    createHelpRequest,
    helpRequest({ subject: `${sent['malformed body']}\r\nBcc: a@b.example` }),
    own,
  )
  const again = await solveChallenge(await services.proofOfWork.challenge(1, 'help_request'))
  for (const { data, text } of [
    await send(createHelpRequest, helpRequest({ ...stranger, captcha: again })),
    await send(createHelpRequest, helpRequest(), own),
  ])
    assert.ok(data, text)
}
