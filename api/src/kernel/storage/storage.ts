/**
 * Defines the storage of users' files: a folder (folder-storage.ts) or a bucket (s3-storage.ts). Keys are made from ids
 * that the service generates, never from input.
 */
import type { Readable } from 'node:stream'

/** The types of stored files by file extension. */
const types = { webp: 'image/webp', pdf: 'application/pdf' } as const

export type FileEnding = keyof typeof types
type FileType = (typeof types)[FileEnding]

/** Each area has the files of one table. */
export type StorageArea = 'pictures' | 'evidences' | 'attachments' | 'logos'

/** The key of a stored file. The service generates the id, a UUID. */
export type StorageKey = { area: StorageArea; id: string; ending: FileEnding }

type StoredFile = {
  type: FileType
  /** In bytes. */
  length: number
  /** The caller must read the stream to its end or destroy it. */
  body: Readable
}

export type Storage = {
  /** Stores a complete file, or throws and stores nothing: `storage-full` if there is no space. */
  put(key: StorageKey, bytes: Uint8Array): Promise<void>
  /** Returns null for an unknown key. */
  get(key: StorageKey): Promise<StoredFile | null>
  /** Also succeeds for an unknown key. */
  delete(key: StorageKey): Promise<void>
  /**
   * Throws StartError, with one line for the operator, if files can never be stored. Returns such a line if files
   * cannot be stored at the moment; the service still starts.
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
