/** Bounds the memory that uploads of this process hold: those of one user, and all together. */
import { uploadMaxBytes } from '@foyer/contract/shared-values'
import { Failure } from '../../failure.ts'

type UploadMemoryBounds = {
  /** Bytes of all uploads together. */
  maxBytes: number
  /** Bytes of the uploads of one user: the largest file, or several small files. */
  userMaxBytes: number
}

export const uploadMemoryBounds: UploadMemoryBounds = {
  maxBytes: 4 * uploadMaxBytes,
  userMaxBytes: uploadMaxBytes,
}

const retrySeconds = 5

export type UploadMemory = {
  /**
   * Takes what has arrived. Throws `too-many-attempts` where the uploads of this user hold too much, `overloaded` where all
   * uploads together do. `userId` is null for a platform's server, which uploads for many users.
   */
  take(userId: string | null, bytes: number): void
  give(userId: string | null, bytes: number): void
}

/** Counts bytes as they arrive: an upload that only claims to be large, or is slow, keeps no other upload out. */
export function createUploadMemory({ maxBytes, userMaxBytes } = uploadMemoryBounds): UploadMemory {
  const takenBy = new Map<string, number>()
  let taken = 0

  function note(userId: string | null, bytes: number): void {
    taken += bytes
    if (userId === null) return
    const left = (takenBy.get(userId) ?? 0) + bytes
    if (left > 0) takenBy.set(userId, left)
    else takenBy.delete(userId)
  }

  return {
    take(userId, bytes) {
      if (userId !== null && (takenBy.get(userId) ?? 0) + bytes > userMaxBytes)
        throw new Failure('too-many-attempts', { waitSeconds: retrySeconds, limit: 'upload-memory-of-user' })
      if (taken + bytes > maxBytes) throw new Failure('overloaded', { waitSeconds: retrySeconds })
      note(userId, bytes)
    },
    give(userId, bytes) {
      note(userId, -bytes)
    },
  }
}
