import { handoverCodeSeconds } from '@foyer/contract/limits'
import type { Purpose } from '../accounts/secrets.ts'

export const handoverPurpose: Purpose = { name: 'handover', prefix: 'ac_', seconds: handoverCodeSeconds }
