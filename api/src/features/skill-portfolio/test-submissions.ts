/** Submits work for users, like a platform's server. */
import { addAttachment, addSubmission, type Submission } from '@foyer/contract/profile/submissions'
import sharp from 'sharp'
import type { TestApp } from '../../testing/test-app.ts'

type Given = Partial<Pick<Submission, 'title' | 'submittedAt' | 'score'>>

export async function handIn(
  testApp: TestApp,
  user: string,
  { client = 'student-client', ...more }: Given & { client?: string } = {},
): Promise<Submission> {
  const body = { user, title: 'A weather station', skills: ['Physics', 'Soldering'], ...more }
  const answer = await testApp.call(addSubmission, { body }, { client })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data
}

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 16, height: 8, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
}

export async function attachPicture(testApp: TestApp, id: string, client = 'student-client') {
  return testApp.call(addAttachment, { params: { id } }, { client, file: await picture() })
}
