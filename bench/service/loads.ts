/** The loads of `npm run bench`: each is a task, the bare counterpart it is compared with, and the ratio wanted. */
import { randomInt } from 'node:crypto'
import { createVerifier } from '@foyer/sdk/verify'
import type { Person } from './add-people.ts'
import type { HashQuestion } from './bare-hash.ts'
import type { HelperProcess } from './helper-process.ts'
import type { HttpClient } from './http-client.ts'
import { handOver, lookUp, refresh, signIn, type Tokens } from './journeys.ts'
import type { Load } from './load.ts'
import { type Measured, measure } from './measure.ts'
import { openOtpLoads } from './otp-loads.ts'
import { people as peopleCount, platform } from './settings.ts'
import type { SmsReceiver } from './sms-receiver.ts'

type House = {
  url: string
  people: readonly Person[]
  /** Who have a number and were sent no code yet. */
  otpPeople: readonly Person[]
  receiver: SmsReceiver
  service: HttpClient
  bareRoute: HttpClient
  bareHash: HelperProcess
}

/** In flight at once: enough to keep two cores busy, few enough that a queue is never full. */
const inFlight = { hashes: 8, routes: 16 }
/** So many that none is handed over more often than a session has children: people's are not either. */
const handingOver = 320

export async function openLoads({
  url,
  people,
  service,
  bareRoute,
  bareHash,
  ...otp
}: House): Promise<Load[]> {
  let next = 0
  const nextPerson = () => people[next++ % people.length] as Person
  const signedIn: Tokens[] = []
  while (signedIn.length < handingOver) {
    const some = Array.from({ length: inFlight.hashes }, () => signIn(service, nextPerson()))
    signedIn.push(...(await Promise.all(some)))
  }
  const held = signedIn.slice(0, inFlight.routes)
  let handedOver = 0
  const { verify } = createVerifier({ accountsUrl: url, platform: platform.name, product: platform.product })

  const routes = (task: (index: number) => Promise<unknown>) => (seconds: number) =>
    measure(task, { inFlight: inFlight.routes, seconds })

  return [
    {
      name: 'bare-hash',
      title: 'argon2id alone',
      unit: '/s',
      run: (seconds) => bareHash.ask<Measured>({ kind: 'argon2id', seconds } satisfies HashQuestion),
    },
    {
      name: 'sign-in',
      title: 'sign-ins with a password',
      unit: '/s',
      run: (seconds) =>
        measure(() => signIn(service, nextPerson()), {
          inFlight: inFlight.hashes,
          seconds,
          warmUpSeconds: 1,
        }),
      ratio: { to: 'bare-hash', title: 'sign-ins to argon2id alone', atLeast: 0.85 },
    },
    {
      name: 'bare-route',
      title: 'bare route (one UPDATE, one ES256 signature)',
      unit: '/s',
      run: routes(() => bareRoute.post('/bare', { id: randomInt(1, peopleCount + 1) })),
    },
    {
      name: 'refresh',
      title: 'token refreshes',
      unit: '/s',
      run: routes(async (index) => {
        held[index] = await refresh(service, held[index] as Tokens)
      }),
      ratio: { to: 'bare-route', title: 'refreshes to the bare route', atLeast: 0.55 },
    },
    {
      name: 'handover',
      title: 'code minted and exchanged (pairs)',
      unit: '/s',
      run: routes(() => handOver(service, signedIn[handedOver++ % signedIn.length] as Tokens)),
      ratio: { to: 'bare-route', title: 'pairs to the bare route', atLeast: 0.3 },
    },
    {
      name: 'look-up',
      title: 'people looked up (users/fetch)',
      unit: '/s',
      run: routes(() => lookUp(service, nextPerson())),
    },
    ...openOtpLoads({
      service,
      people: otp.otpPeople,
      receiver: otp.receiver,
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
