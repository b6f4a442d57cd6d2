/** Makes submissions and their files for the tests that visit every route. */
import type { TestApp } from '../../testing/test-app.ts'
import { attachPicture, handIn } from './test-submissions.ts'

type Actor = { testApp: TestApp; uuid: string; client: string }
type Made = { params: Record<string, string> }
type Maker = (owner: Actor) => Promise<Made>

async function submissionOf({ testApp, uuid, client }: Actor): Promise<Made> {
  const { id } = await handIn(testApp, uuid, { client })
  return { params: { id } }
}

export const portfolioMakers: Record<string, Maker> = {
  '/api/auth/skill-portfolio/submissions/:id': submissionOf,
  '/api/auth/skill-portfolio/submissions/:id/attachments': submissionOf,
  '/api/auth/skill-portfolio/attachments/:id': async (owner) => {
    const { params } = await submissionOf(owner)
    const { data } = await attachPicture(owner.testApp, String(params.id), owner.client)
    return { params: { id: data.id } }
  },
}

export const portfolioFillers = {
  '/api/auth/skill-portfolio/submissions': async (owner: Actor): Promise<Record<string, string>> => {
    for (let count = 0; count < 3; count += 1) await submissionOf(owner)
    return {}
  },
}
