/**
 * Makes the code that an operator gives to a user who has lost every second factor, after identifying the user. It is told to
 * every contact of the user at once: an attacker who deceived the operator cannot keep it quiet.
 */
import { countPasskeys } from '../../identity/credentials/passkeys.ts'
import { listTotpFactors } from '../../identity/credentials/totp-factors.ts'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import { createSupportCode } from '../../identity/tokens/support-codes.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { isTextable } from '../../messages/sms-limit.ts'
import type { Services } from '../../services.ts'

/** Returns null for a user without a second factor, whom no code would help. */
export async function makeSupportCode(
  { db, config, outbox }: Pick<Services, 'db' | 'config' | 'outbox'>,
  userId: string,
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const user = await findUser(trx, { id: userId })
    const factors = (await listTotpFactors(trx, userId)).length + (await countPasskeys(trx, userId))
    if (!user || factors === 0) return null
    const code = await createSupportCode(trx, userId)
    const [platform = 'student'] = user.platforms
    await recordEvent(trx, { event: 'support-code-made', userId })
    const timeZone = await findTimeZone(trx, { userId })
    const change = 'support-code-made' as const
    const values = { platform, change, device: null, at: new Date(), timeZone }
    const { email, phoneNumber } = user
    const isTexted = phoneNumber && outbox.canSend('sms') && isTextable(config, phoneNumber)
    const recipients = [
      ...(email ? [{ channel: 'email', to: email } as const] : []),
      ...(isTexted ? [{ channel: 'sms', to: phoneNumber } as const] : []),
    ]
    for (const recipient of recipients)
      await outbox.queue(trx, {
        template: 'second-factor-changed',
        ...recipient,
        values: { ...values, firstName: greetingName(user, recipient.channel) },
      })
    return code
  })
}
