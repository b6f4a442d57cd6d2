/** Checks parsed JSON against a shape, which gives each field a type, a check or a nested shape. */
import { own } from './storage/browser-storage.ts'

export type Check = (value: unknown) => boolean
export type Shape = 'string' | 'number' | 'boolean' | Check | { [field: string]: Shape }

export const filled: Check = (value) => typeof value === 'string' && value !== ''

export function orNull(shape: Shape): Check {
  return (value) => value === null || fits(value, shape)
}

export function listOf(shape: Shape): Check {
  return (value) => Array.isArray(value) && value.every((item) => fits(item, shape))
}

/** Checks the value. Fields that the shape does not name are allowed. */
export function fits(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') return typeof value === shape
  if (typeof shape === 'function') return shape(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(shape).every(([field, inner]) => fits(own(value, field), inner))
}
