/**
 * Sends one-time codes by SMS and verifies them. Each code goes to a user who has had none, because the resend wait of
 * a user is not shortened. The second load verifies the codes that the first load sent.
 */
import type { BenchUser } from './add-users.ts'
import type { HttpClient } from './http-client.ts'
import type { MailReceiver } from './mail-receiver.ts'
import { type Answering, isOver, type Load, measure } from './measure.ts'
import { sendOtp, verifyOtp } from './service-calls.ts'
import type { SmsReceiver } from './sms-receiver.ts'

type Given = {
  service: HttpClient
  answeredBy: Answering
  users: readonly BenchUser[]
  receiver: SmsReceiver
  mailReceiver: MailReceiver
  inFlight: number
}

/** The number of codes per second to send in advance if no other load sends codes (`--only otp-verify`). */
const minCodesPerSecond = 50

export function openOtpLoads({
  service,
  answeredBy,
  users,
  receiver,
  mailReceiver,
  inFlight,
}: Given): Load[] {
  const remaining = users.values()
  const sent: { token: string; phone: string }[] = []
  let codes: { token: string; otp: string }[] = []

  async function send(): Promise<typeof isOver | undefined> {
    const { value: user } = remaining.next()
    if (!user) return isOver
    const { token } = await sendOtp(service, user)
    sent.push({ token, phone: user.phone })
    return undefined
  }

  /** Waits for all codes first, because their delivery would otherwise continue during the measurement. */
  async function takeCodes(): Promise<{ token: string; otp: string }[]> {
    return Promise.all(
      sent.splice(0).map(async ({ token, phone }) => ({ token, otp: await receiver.codeTo(phone) })),
    )
  }

  return [
    {
      name: 'otp-send',
      title: 'one-time codes sent by SMS',
      unit: '/s',
      answeredBy,
      run: async (seconds) => {
        const measured = await measure(send, { inFlight, seconds })
        await Promise.all(sent.map(({ phone }) => receiver.codeTo(phone)))
        return measured
      },
      ratio: { to: 'bare-route', title: 'codes sent to the bare route', atLeast: 0.12 },
    },
    {
      name: 'otp-verify',
      title: 'sign-ins with a one-time code',
      unit: '/s',
      answeredBy,
      prepare: async (seconds) => {
        while (sent.length < seconds * minCodesPerSecond && !(await send()));
        codes = await takeCodes()
      },
      run: async (seconds) => {
        const verify = async () => {
          const code = codes.pop()
          return code ? verifyOtp(service, code) : isOver
        }
        const measured = await measure(verify, { inFlight, seconds })
        // Waits for the notices of new browsers, which would otherwise be sent while the next load is measured.
        await mailReceiver.quiet()
        return measured
      },
      ratio: { to: 'bare-route', title: 'sign-ins with a code to the bare route', atLeast: 0.07 },
    },
  ]
}
