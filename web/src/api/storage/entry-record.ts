/**
 * Keeps a record in the state of the history entry. Separate from expiring-record.ts, which the first step of sign-up
 * loads.
 */
import { fits, type Shape } from '../shape.ts'
import { own } from './browser-storage.ts'
import { isFresh } from './expiring-record.ts'

type EntryRecord<T> = {
  read(): T | null
  /** Stores the record. Its lifetime starts at `sentAt`, by default now. */
  write(value: T, sentAt?: number): void
  clear(): void
  /** Returns the start of the record's lifetime, even if the record has expired. */
  sentAt(): number | undefined
}

/**
 * Keeps a record in the history entry: only a reload, Back and a duplicated tab find it. With `lifeMs`, the entry also
 * stores the time of writing, `sentAt`; an older record counts as absent.
 */
export function entryRecord<T extends object>(name: string, shape: Shape, lifeMs?: number): EntryRecord<T> {
  const kept = () => own(history.state, name)
  const put = (value: object | null) => history.replaceState({ ...history.state, [name]: value }, '')
  return {
    read() {
      const value = kept()
      return fits(value, shape) && (!lifeMs || isFresh(own(value, 'sentAt'), lifeMs)) ? (value as T) : null
    },
    write: (value, sentAt = Date.now()) => put(lifeMs ? { ...value, sentAt } : value),
    clear: () => put(null),
    sentAt() {
      const at = own(kept(), 'sentAt')
      return typeof at === 'number' ? at : undefined
    },
  }
}
