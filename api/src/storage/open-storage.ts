/** Opens the storage of the settings: a bucket if one is set, a folder otherwise. */
import { createFolderStorage } from './folder-storage.ts'
import type { S3Settings } from './s3-client.ts'
import { createS3Storage, type StorageNote } from './s3-storage.ts'
import type { Storage } from './storage.ts'

export function openStorage(
  { storageFolder, s3 }: { storageFolder: string; s3: S3Settings | null },
  note?: StorageNote,
): Storage {
  return s3 ? createS3Storage(s3, note) : createFolderStorage(storageFolder)
}
