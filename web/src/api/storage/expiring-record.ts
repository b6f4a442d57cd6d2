/** Keeps a record for a limited time in web storage. */
import type { Shape } from '../shape.ts'
import type { StorageArea } from './browser-storage.ts'
import { type KeptRecord, keptRecord } from './kept-record.ts'

/** Stores the record with the time of writing, `keptAt`. A record older than `lifeMs` is removed. */
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

/** Checks the age of a record. A time slightly in the future counts as fresh, because the clock may have been set back. */
export function isFresh(keptAt: unknown, lifeMs: number): boolean {
  return typeof keptAt === 'number' && Math.abs(Date.now() - keptAt) < lifeMs
}
