/** Checks the id and the value of a feature toggle. */
import { socialToggle, socialToggleId } from '@foyer/contract/routes/toggles'
import * as v from 'valibot'

/** The maximum size of a value as JSON. */
const toggleMaxBytes = 4_096

export type ToggleValue = Record<string, unknown>

/** Social sign-in is off if no toggle is stored. */
export const defaultToggles: Record<string, ToggleValue> = {
  [socialToggleId]: { enabled: { web: false }, providers: [] },
}

const toggleId = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/))

export function isToggleId(id: string): boolean {
  return v.is(toggleId, id)
}

/** Returns a sentence that explains why this value is invalid for this toggle; undefined for a valid value. */
export function toggleFault(id: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Must be a JSON object'
  if (Buffer.byteLength(JSON.stringify(value)) > toggleMaxBytes)
    return `Must not be longer than ${toggleMaxBytes} bytes`
  if (id !== socialToggleId) return undefined
  const [issue] = v.safeParse(socialToggle, value).issues ?? []
  return issue && `${v.getDotPath(issue) ?? 'value'}: ${issue.message}`
}
