/** Defines the loads of `npm run bench`: each has a task, the bare counterpart for comparison, and a target ratio. */
import { randomInt } from 'node:crypto'
import { createVerifier } from '@foyer/sdk/verify'
import type { BenchUser } from './add-users.ts'
import type { HashQuestion } from './bare-hash.ts'
import { platform, userCount } from './bench-settings.ts'
import type { HelperProcess } from './helper-process.ts'
import type { HttpClient } from './http-client.ts'
import type { MailReceiver } from './mail-receiver.ts'
import { type Answering, type Load, type Measured, measure } from './measure.ts'
import { openOtpLoads } from './otp-loads.ts'
import { handOver, listAwards, lookUp, readProfile, refresh, signIn, type Tokens } from './service-calls.ts'
import type { SmsReceiver } from './sms-receiver.ts'

type Given = {
  url: string
  /** The processes of the service and of its counterparts. */
  processes: Record<'service' | 'bareRoute' | 'bareHash', Answering>
  users: readonly BenchUser[]
  /** Users with a phone number to whom no code has been sent yet. */
  otpUsers: readonly BenchUser[]
  receiver: SmsReceiver
  mailReceiver: MailReceiver
  service: HttpClient
  bareRoute: HttpClient
  bareHash: HelperProcess
}

/** Requests in flight: enough to keep two cores busy, but too few to fill any queue. */
const inFlight = { hashes: 8, routes: 16 }
/** Enough sessions that no session is handed over more often than the service allows child sessions. */
const handoverSessions = 1_000
/**
 * Users whose browsers have this version's cookie, as most users do; the other users have an older version's cookie.
 */
const returningUsers = 200

export async function openLoads({
  url,
  processes,
  users,
  service,
  bareRoute,
  bareHash,
  ...otp
}: Given): Promise<Load[]> {
  let next = 0
  const nextUser = () => users[next++ % users.length] as BenchUser
  const signInTogether = (own: readonly BenchUser[]) => Promise.all(own.map((user) => signIn(service, user)))
  const signedIn: Tokens[] = []
  while (signedIn.length < handoverSessions) {
    signedIn.push(...(await signInTogether(Array.from({ length: inFlight.hashes }, nextUser))))
  }
  const returning = Array.from({ length: returningUsers }, nextUser)
  for (let from = 0; from < returning.length; from += inFlight.hashes) {
    await signInTogether(returning.slice(from, from + inFlight.hashes))
  }
  let returns = 0
  const nextReturning = () => returning[returns++ % returning.length] as BenchUser
  const held = signedIn.slice(0, inFlight.routes)
  let sessionsUsed = 0
  const nextSession = () => signedIn[sessionsUsed++ % signedIn.length] as Tokens
  const { verify } = createVerifier({ accountsUrl: url, platform: platform.name, product: platform.product })

  const routes = (task: (index: number) => Promise<unknown>) => (seconds: number) =>
    measure(task, { inFlight: inFlight.routes, seconds })

  return [
    {
      name: 'bare-hash',
      title: 'argon2id alone',
      unit: '/s',
      answeredBy: processes.bareHash,
      run: (seconds) => bareHash.ask<Measured>({ kind: 'argon2id', seconds } satisfies HashQuestion),
    },
    {
      name: 'sign-in',
      title: 'sign-ins with a password',
      unit: '/s',
      answeredBy: processes.service,
      run: (seconds) =>
        measure(() => signIn(service, nextReturning()), {
          inFlight: inFlight.hashes,
          seconds,
          warmUpSeconds: 1,
        }),
      ratio: { to: 'bare-hash', title: 'sign-ins to argon2id alone', atLeast: 0.65 },
    },
    {
      name: 'bare-route',
      title: 'bare route (one UPDATE, one ES256 signature)',
      unit: '/s',
      answeredBy: processes.bareRoute,
      run: routes(() => bareRoute.post('/bare', { id: randomInt(1, userCount + 1) })),
    },
    {
      name: 'refresh',
      title: 'token refreshes',
      unit: '/s',
      answeredBy: processes.service,
      run: routes(async (index) => {
        held[index] = await refresh(service, held[index] as Tokens)
      }),
      ratio: { to: 'bare-route', title: 'refreshes to the bare route', atLeast: 0.75 },
    },
    {
      name: 'handover',
      title: 'code minted and exchanged (pairs)',
      unit: '/s',
      answeredBy: processes.service,
      run: routes(() => handOver(service, nextSession())),
      ratio: { to: 'bare-route', title: 'pairs to the bare route', atLeast: 0.12 },
    },
    {
      name: 'look-up',
      title: 'users looked up (users/fetch)',
      unit: '/s',
      answeredBy: processes.service,
      run: routes(() => lookUp(service, nextUser())),
      ratio: { to: 'bare-route', title: 'look-ups to the bare route', atLeast: 0.75 },
    },
    {
      name: 'profile-read',
      title: 'profiles read whole, of 100,000 with 20 entries each',
      unit: '/s',
      answeredBy: processes.service,
      run: routes(() => readProfile(service, nextSession())),
    },
    {
      name: 'profile-list',
      title: 'sections listed, of 2,000,000 entries',
      unit: '/s',
      answeredBy: processes.service,
      run: routes(() => listAwards(service, nextSession())),
    },
    ...openOtpLoads({
      service,
      answeredBy: processes.service,
      users: otp.otpUsers,
      receiver: otp.receiver,
      mailReceiver: otp.mailReceiver,
      inFlight: inFlight.routes,
    }),
    {
      name: 'verify',
      title: 'tokens verified by the sdk, in one process',
      unit: '/s',
      run: routes((index) => verify(signedIn[index]?.access_token ?? '')),
    },
  ]
}
