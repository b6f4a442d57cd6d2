/** Limits the memory of uploads in this process, per user and in total. */
import { uploadMaxBytes } from '@foyer/contract/shared-values'
import { Failure } from '../../failure.ts'

type UploadMemoryBounds = {
  /** The maximum bytes of all uploads together. */
  maxBytes: number
  /** The maximum bytes of one user's uploads: one file of the largest size, or several small files. */
  userMaxBytes: number
}

export const uploadMemoryBounds: UploadMemoryBounds = {
  maxBytes: 4 * uploadMaxBytes,
  userMaxBytes: uploadMaxBytes,
}

const retrySeconds = 5

export type UploadMemory = {
  /**
   * Counts received bytes. Throws `too-many-attempts` above the limit of this user, and `overloaded` above the limit of
   * all uploads. `userId` is null for a platform's server, which uploads for many users.
   */
  take(userId: string | null, bytes: number): void
  give(userId: string | null, bytes: number): void
}

/** Counts bytes as they arrive, so an upload that only claims to be large, or is slow, blocks no other upload. */
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
