/** Keeps a record in the state of the history entry. Apart from expiring-record.ts, which the first step of sign-up loads. */
import { fits, type Shape } from '../shape.ts'
import { own } from './browser-storage.ts'
import { isFresh } from './expiring-record.ts'

type EntryRecord<T> = {
  read(): T | null
  /** The life of the record counts from `sentAt`. */
  write(value: T, sentAt?: number): void
  clear(): void
  /** The time that the kept record counts from, however old it is. */
  sentAt(): number | undefined
}

/**
 * Keeps the record with the history entry: a reload, Back and a duplicated tab find it there, and no other page does.
 * An entry with `lifeMs` also holds the time of writing, `sentAt`; once it is older, the record counts as absent.
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
