/** Keeps a record for a limited time, in web storage or in the state of the history entry. */
import { fits, type Shape } from '../shape.ts'
import { own, type StorageArea } from './browser-storage.ts'
import { type KeptRecord, keptRecord } from './kept-record.ts'

/** The record carries the time it was kept at, `keptAt`, and is cleared once it is older than `lifeMs`. */
export function expiringRecord<T extends object>(
  area: StorageArea,
  key: string,
  shape: Shape,
  lifeMs: number,
): KeptRecord<T> {
  const record = keptRecord<T & { keptAt?: number }>(area, key, shape)
  return {
    ...record,
    read(of) {
      const value = record.read(of)
      if (!value || isFresh(value.keptAt, lifeMs)) return value
      record.clear(of)
      return null
    },
    write: (value, of) => record.write({ ...value, keptAt: Date.now() }, of),
  }
}

export type EntryRecord<T> = {
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

/** A time slightly ahead of the clock is accepted, too: the clock may have been set back. */
function isFresh(keptAt: unknown, lifeMs: number): boolean {
  return typeof keptAt === 'number' && Math.abs(Date.now() - keptAt) < lifeMs
}
