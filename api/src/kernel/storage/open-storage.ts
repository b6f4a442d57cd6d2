/** Opens the configured storage: a bucket if one is set, otherwise a folder. */
import { Failure } from '../failure.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage, type S3Settings, type StorageNote } from './s3-storage.ts'
import type { Storage } from './storage.ts'

export function openStorage(
  { storageFolder, s3 }: { storageFolder: string; s3: S3Settings | null },
  { note, onFull }: { note?: StorageNote; onFull?(): void } = {},
): Storage {
  const storage = s3 ? createS3Storage(s3, note) : createFolderStorage(storageFolder)
  return {
    ...storage,
    put: (key, bytes) =>
      storage.put(key, bytes).catch((error) => {
        if (error instanceof Failure && error.code === 'storage-full') onFull?.()
        throw error
      }),
  }
}
