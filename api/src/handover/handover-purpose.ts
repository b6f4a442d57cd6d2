import { handoverCodeSeconds } from '@foyer/contract/limits'
import type { Purpose } from '../accounts/one-time-tokens/one-time-tokens.ts'

export const handoverPurpose: Purpose = { name: 'handover', prefix: 'ac_', seconds: handoverCodeSeconds }
