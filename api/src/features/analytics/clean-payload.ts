/** Removes personal data and credentials from analytics payloads. */
import { cleanText } from '../../kernel/outbound/clean-text.ts'

type Payload = Record<string, string | number | boolean | null>

export function cleanPayload(payload: Payload): Payload {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      typeof value === 'string' ? cleanText(value) : value,
    ]),
  )
}
