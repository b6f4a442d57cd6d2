/**
 * Defines where files of users are kept. A folder does it (folder-storage.ts); any other implementation fulfils the same
 * type. Keys are made here, from an id of ours, never from input.
 */
import type { Readable } from 'node:stream'

/** The types of stored files, by the ending of their name. */
const types = { webp: 'image/webp' } as const

export type FileType = (typeof types)[keyof typeof types]

/** Names a stored file. The id is a UUID of ours. */
export type StorageKey = { area: 'pictures'; id: string; ending: keyof typeof types }

export type StoredFile = {
  type: FileType
  /** In bytes. */
  length: number
  /** Must be read to its end or destroyed. */
  body: Readable
}

export type Storage = {
  /** Stores a file whole, or throws and stores nothing. */
  put(key: StorageKey, bytes: Uint8Array): Promise<void>
  /** Returns null for an unknown key. */
  get(key: StorageKey): Promise<StoredFile | null>
  /** Also succeeds for an unknown key. */
  delete(key: StorageKey): Promise<void>
  /** Throws StartError, with one line for the operator, where files could not be stored. */
  check(): Promise<void>
}

/** Returns the relative path of a file; throws for an id that is no UUID, so that no path leads elsewhere. */
export function pathOf({ area, id, ending }: StorageKey): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new Error('The key of a file is no UUID')
  return `${area}/${id.slice(0, 2)}/${id}.${ending}`
}

export function typeOf({ ending }: StorageKey): FileType {
  return types[ending]
}
