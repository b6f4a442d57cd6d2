/**
 * One-time codes by SMS, sent and typed in again. Each code goes to somebody who has had none, since the waits between two
 * codes of one person stay as they are; what one load has sent the other verifies.
 */
import type { Person } from './add-people.ts'
import type { HttpClient } from './http-client.ts'
import { sendOtp, verifyOtp } from './journeys.ts'
import type { Load } from './load.ts'
import { isOver, measure } from './measure.ts'
import type { SmsReceiver } from './sms-receiver.ts'

type Given = { service: HttpClient; people: readonly Person[]; receiver: SmsReceiver; inFlight: number }

/** Where nothing was sent before, as with `--only otp-verify`. */
const leastCodesPerSecond = 50

export function openOtpLoads({ service, people, receiver, inFlight }: Given): Load[] {
  const fresh = people.values()
  const sent: { token: string; phone: string }[] = []

  async function send(): Promise<typeof isOver | undefined> {
    const { value: person } = fresh.next()
    if (!person) return isOver
    const { token } = await sendOtp(service, person)
    sent.push({ token, phone: person.phone })
    return undefined
  }

  /** Those that still lie in the queue would be sent while others are measured. */
  async function takeArrived(): Promise<{ token: string; otp: string }[]> {
    return Promise.all(
      sent.splice(0).map(async ({ token, phone }) => ({ token, otp: await receiver.codeTo(phone) })),
    )
  }

  return [
    {
      name: 'otp-send',
      title: 'one-time codes sent by SMS',
      unit: '/s',
      run: async (seconds) => {
        const measured = await measure(send, { inFlight, seconds })
        await Promise.all(sent.map(({ phone }) => receiver.codeTo(phone)))
        return measured
      },
    },
    {
      name: 'otp-verify',
      title: 'sign-ins with a one-time code',
      unit: '/s',
      run: async (seconds) => {
        while (sent.length < seconds * leastCodesPerSecond && !(await send()));
        const codes = await takeArrived()
        const verify = async () => {
          const code = codes.pop()
          return code ? verifyOtp(service, code) : isOver
        }
        return measure(verify, { inFlight, seconds })
      },
    },
  ]
}
