/** Keeps a JSON record under one key of web storage. A value of another shape counts as absent. */
import { fits, type Shape } from '../shape.ts'
import { readJson, removeText, type StorageArea, writeText } from './browser-storage.ts'

/** The argument `of` is appended to the key; mostly it is the platform. */
export type KeptRecord<T> = {
  read(of: string): T | null
  write(value: T, of: string): void
  clear(of: string): void
}

export function keptRecord<T extends object>(area: StorageArea, key: string, shape: Shape): KeptRecord<T> {
  return {
    read(of) {
      const value = readJson(area, key + of)
      return fits(value, shape) ? (value as T) : null
    },
    write: (value, of) => writeText(area, key + of, JSON.stringify(value)),
    clear: (of) => removeText(area, key + of),
  }
}
