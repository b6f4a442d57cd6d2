/**
 * Lets users sign in with mailed codes and set passwords by mailed links, one after the other, and checks at the end
 * that what was acknowledged holds and that nothing works twice.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailServer } from '../../../api/src/messages/test-mail-server.ts'
import { emailOf } from '../../service/add-users.ts'
import { password as firstPassword } from '../../service/bench-settings.ts'
import type { Check } from '../fault.ts'
import type { Answer, Client } from './client.ts'

type MailedLoad = {
  /** Begins nothing more, and resolves when every user's current step is over. */
  stop(): Promise<void>
  check(check: Check): Promise<void>
}

type Person = {
  uuid: string
  email: string
  password: string
  /** A password whose link was used without an answer: it is set or not. */
  unsure: string | undefined
}

/** A mail may wait for the database and, after a copy was cut off while sending, for the end of its lease. */
const mailWithinMs = 20_000
/** The pause between a user's steps; a user may ask for a code every 30 s. */
const pauseMs = 1_000

/** `users` are the first users of `addUsers`, whose addresses follow from their number. */
export function startMailedLoad(client: Client, mail: MailServer, users: readonly string[]): MailedLoad {
  const people = users.map(
    (uuid, number): Person => ({ uuid, email: emailOf(number), password: firstPassword, unsure: undefined }),
  )
  const usedCodes: { token: string; otp: string }[] = []
  const usedLinks: string[] = []
  const twice: string[] = []
  const slow: number[] = []
  let isStopped = false
  let passwords = 0

  /** Sends the request again until it is answered; each of these requests may be repeated. */
  async function insist<T>(send: () => Promise<Answer<T>>): Promise<Answer<T> | undefined> {
    while (!isStopped) {
      const answer = await send()
      slow.push(answer.ms)
      if (answer.status === 200) return answer
      await sleep(answer.status === 400 || answer.status === 429 ? 5_000 : 500)
    }
    return undefined
  }

  /** Waits for a mail that has not been read yet, and returns the text that the pattern finds in it. */
  async function read(to: string, pattern: RegExp, seen: Set<string>): Promise<string | undefined> {
    for (
      const from = performance.now();
      performance.now() - from < mailWithinMs && !isStopped;
      await sleep(50)
    )
      for (const { raw, messageId } of mail.received.filter(
        (each) => each.to === to && !seen.has(each.messageId),
      )) {
        const found = pattern.exec(decoded(raw))
        if (!found) continue
        seen.add(messageId)
        return found[1]
      }
    return undefined
  }

  async function signInWithCode({ uuid, email }: Person, seen: Set<string>): Promise<void> {
    const sent = await insist(() => client.mailCode(uuid))
    if (!sent?.data) return
    const otp = await read(email, /\b(\d{6})\b/, seen)
    if (otp === undefined) return
    const code = { token: sent.data.token, otp }
    for (let tries = 0; tries < 20; tries += 1) {
      const { status, ms } = await client.enterCode(code.token, code.otp)
      slow.push(ms)
      if (status === 200) usedCodes.push(code)
      if (status !== 0 && status !== 503) return
      await sleep(500)
    }
  }

  async function setPassword(person: Person, seen: Set<string>): Promise<void> {
    if (!(await insist(() => client.mailLink(person.email)))) return
    const path = await read(person.email, /(\/reset-password\/[^\s"<>?]+)/, seen)
    if (path === undefined) return
    passwords += 1
    const next = `${firstPassword} ${passwords}`
    const { status, ms } = await client.useLink(path, next)
    slow.push(ms)
    if (status === 200) {
      person.password = next
      person.unsure = undefined
      usedLinks.push(path)
    } else if (status === 0 || status === 503) person.unsure = next
  }

  const running = people.map(async (person, number) => {
    const seen = new Set<string>()
    for (let step = number; !isStopped; step += 1) {
      await (step % 2 === 0 ? signInWithCode(person, seen) : setPassword(person, seen))
      await sleep(pauseMs)
    }
  })

  return {
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
    async check(check) {
      for (const { token, otp } of usedCodes)
        if ((await client.enterCode(token, otp)).status === 200) twice.push('code')
      for (const path of usedLinks)
        if ((await client.useLink(path, `${firstPassword} again`)).status === 200) twice.push('link')
      check(
        'no mailed code and no link works twice',
        twice.length === 0 && usedCodes.length > 0 && usedLinks.length > 0,
        `${usedCodes.length} codes, ${usedLinks.length} links, ${twice.length} twice`,
      )
      let lost = 0
      for (const { uuid, password, unsure } of people) {
        const typed = [password, ...(unsure === undefined ? [] : [unsure])]
        const answers = await Promise.all(typed.map((each) => client.login(uuid, each)))
        if (answers.filter(({ status }) => status === 200).length !== 1) lost += 1
      }
      check('every user signs in with the password that was acknowledged last', lost === 0, `${lost} lost`)
      const slowestMs = Math.round(Math.max(0, ...slow))
      check('every mailed step was answered within 10 s', slowestMs < 10_000, `${slowestMs} ms at most`)
    },
  }
}

/** Undoes quoted-printable (RFC 2045 §6.7), as far as codes and links need it. */
function decoded(raw: string): string {
  return raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
}
