/** Somebody for one journey alone, since waits and limits are counted by person. */
import { randomInt, randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'

type Wanted = { platform?: string; hasPassword?: boolean }

export async function newPerson(request: APIRequestContext, wanted: Wanted = {}): Promise<string> {
  const { platform = 'student', hasPassword = false } = wanted
  const email = `${randomUUID()}@foyer.test`
  await request.post('/dev/people', { data: { platform, email, hasPassword } })
  return email
}

/** In the form people type. */
export async function newPhone(request: APIRequestContext, wanted: Wanted = {}): Promise<string> {
  const { platform = 'student', hasPassword = false } = wanted
  const digits = String(randomInt(10_000, 99_999))
  const phoneNumber = `+9198${randomInt(100, 999)}${digits}`
  await request.post('/dev/people', { data: { platform, phoneNumber, hasPassword } })
  return phoneNumber
}

type Message = { to: string; text: string; created_at: string }

/** The codes sent to somebody, the newest first. */
export async function codesTo(request: APIRequestContext, to: string): Promise<string[]> {
  const answer = await request.get('/dev/inbox', { headers: { accept: 'application/json' } })
  const { data } = (await answer.json()) as { data: Message[] }
  return data.filter((message) => message.to === to).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '')
}

/** The newest code, once `count` have been sent. */
export async function codeTo(request: APIRequestContext, to: string, count = 1): Promise<string> {
  const giveUpAt = Date.now() + 8_000
  for (;;) {
    const codes = await codesTo(request, to)
    if (codes.length >= count) return codes[0] ?? ''
    if (Date.now() > giveUpAt) throw new Error(`${to} was sent ${codes.length} codes, not ${count}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Six digits that are not the code. */
export function wrongFor(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}
