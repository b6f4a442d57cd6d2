/** Keeps the contact whose code was sent. A phone may discard the tab while the user reads the message. */
import { filled } from '../../api/shape.ts'
import { expiringRecord } from '../../api/storage/expiring-record.ts'
import { contactKey, stepLifeMs } from '../../api/storage/storage-keys.ts'

type KeptContact = { kind: string; id: string; text: string; token: string; resendAtMs: number }

export const keptContact = expiringRecord<KeptContact>(
  'sessionStorage',
  contactKey,
  { kind: filled, id: filled, text: filled, token: filled, resendAtMs: 'number' },
  stepLifeMs,
)
