/** Fills a skill portfolio with canary values, submits work for it, and downloads a résumé. */
import assert from 'node:assert/strict'
import { downloadResume } from '@foyer/contract/profile/resume'
import { putSkillPortfolio, putSkillVisibility } from '@foyer/contract/profile/skill-portfolio'
import { addAttachment, addSubmission } from '@foyer/contract/profile/submissions'
import { basic, bearer, type Send } from './canary-calls.ts'
import { sent } from './canary-values.ts'
import { clientSecret } from './test-app.ts'

export async function keepPortfolio(send: Send, user: string, accessToken: string): Promise<void> {
  const own = bearer(accessToken)
  const item = { title: sent['title of a work'], skills: [], summary: null, url: null, submissionId: null }
  const portfolio = { isPublic: false, headline: sent['title of a work'], items: [item] }
  await send(putSkillPortfolio, { ...portfolio, headline: `${sent['malformed body']}\n` }, own)
  assert.ok((await send(putSkillPortfolio, portfolio, own)).data)
  await send(putSkillVisibility, { isPublic: true }, bearer(sent['forged access token']))
  await send(putSkillVisibility, { isPublic: true }, own)
  const work = { user, title: sent['title of a work'], skills: [] }
  await send(addSubmission, work, basic(sent['wrong client secret']))
  const { data } = await send(addSubmission, work, basic(clientSecret))
  assert.ok(data)
  const { id } = data as unknown as { id: string }
  await send(addAttachment, { file: sent['malformed body'] }, basic(clientSecret), { id })
  assert.ok((await send(downloadResume, undefined, own)).text.startsWith('%PDF-'))
}
