/**
 * Defines where files of users are kept: in a folder (folder-storage.ts) or in a bucket (s3-storage.ts). Keys are made
 * here, from an id of ours, never from input.
 */
import type { Readable } from 'node:stream'

/** The types of stored files, by the ending of their name. */
const types = { webp: 'image/webp', pdf: 'application/pdf' } as const

export type FileEnding = keyof typeof types
type FileType = (typeof types)[FileEnding]

/** Each area has the files of one table. */
export type StorageArea = 'pictures' | 'evidences' | 'attachments' | 'logos'

/** Names a stored file. The id is a UUID of ours. */
export type StorageKey = { area: StorageArea; id: string; ending: FileEnding }

type StoredFile = {
  type: FileType
  /** In bytes. */
  length: number
  /** Must be read to its end or destroyed. */
  body: Readable
}

export type Storage = {
  /** Stores a file whole, or throws and stores nothing: `storage-full` where there is no room. */
  put(key: StorageKey, bytes: Uint8Array): Promise<void>
  /** Returns null for an unknown key. */
  get(key: StorageKey): Promise<StoredFile | null>
  /** Also succeeds for an unknown key. */
  delete(key: StorageKey): Promise<void>
  /**
   * Throws StartError, with one line for the operator, where files could never be stored. Returns such a line where they
   * cannot be stored at the moment: the service starts without.
   */
  check(): Promise<string | null>
}

/** Returns whether a text from outside can be the id of a file. */
export function isFileId(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}

/** Returns the relative path of a file; throws for an id that is no UUID, so that no path leads elsewhere. */
export function pathOf({ area, id, ending }: StorageKey): string {
  if (!isFileId(id)) throw new Error('The key of a file is no UUID')
  return `${area}/${id.slice(0, 2)}/${id}.${ending}`
}

export function typeOf({ ending }: Pick<StorageKey, 'ending'>): FileType {
  return types[ending]
}
