/** Keeps the address whose code was sent. A phone may discard the tab while the user reads the mail. */
import { filled } from '../../api/shape.ts'
import { expiringRecord } from '../../api/storage/expiring-record.ts'
import { emailKey, stepLifeMs } from '../../api/storage/storage-keys.ts'

type KeptEmail = { id: string; email: string; token: string; resendAtMs: number }

export const keptEmail = expiringRecord<KeptEmail>(
  'sessionStorage',
  emailKey,
  { id: filled, email: filled, token: filled, resendAtMs: 'number' },
  stepLifeMs,
)
