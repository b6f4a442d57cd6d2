/** Creates a user for each test, because waits and limits count per user, and reads the sent codes. */
import { randomInt, randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'

type UserOptions = { platform?: string | string[]; hasPassword?: boolean; email?: string; firstName?: string }

/** Returns an email that no other test uses. */
export function newEmail(): string {
  return `${randomUUID()}@foyer.test`
}

/** Creates a user named Ravi Kumar; returns the email. */
export async function createUser(request: APIRequestContext, options: UserOptions = {}): Promise<string> {
  const { platform = 'student', hasPassword = false, email = newEmail(), firstName } = options
  await createPerson(request, { platform, email, hasPassword, firstName })
  return email
}

async function createPerson(request: APIRequestContext, data: object): Promise<void> {
  const answer = await request.post('/dev/people', { data })
  if (!answer.ok()) throw new Error(`The service created no user: ${answer.status()}`)
}

/** Creates a user; returns the phone number. */
export async function createPhoneUser(
  request: APIRequestContext,
  options: UserOptions = {},
): Promise<string> {
  const { platform = 'student', hasPassword = false } = options
  const digits = String(randomInt(10_000, 99_999))
  const phoneNumber = `+9198${randomInt(100, 999)}${digits}`
  await createPerson(request, { platform, phoneNumber, hasPassword })
  return phoneNumber
}

type Message = { to: string; text: string; created_at: string }

/** Returns the codes sent to a contact, newest first. */
async function sentCodes(request: APIRequestContext, to: string): Promise<string[]> {
  const answer = await request.get('/dev/inbox', { headers: { accept: 'application/json' } })
  const { data } = (await answer.json()) as { data: Message[] }
  const own = data.filter((message) => message.to === to)
  return own.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
}

/** Waits until `count` codes have been sent, and returns the newest. */
export async function newestCode(request: APIRequestContext, to: string, count = 1): Promise<string> {
  const giveUpAt = Date.now() + 30_000
  for (;;) {
    const codes = await sentCodes(request, to)
    if (codes.length >= count) return codes[0] ?? ''
    if (Date.now() > giveUpAt) throw new Error(`${to} was sent ${codes.length} codes, not ${count}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Returns six digits that differ from the code. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}
