/** Bounds the memory that all uploads of this process hold at once. */
import { uploadMaxBytes } from '@foyer/contract/numbers'
import { Failure } from '../../failure.ts'

/** Four of the largest files, or many small ones. */
export const uploadMemoryMaxBytes = 4 * uploadMaxBytes

const retrySeconds = 5

export type UploadMemory = {
  /** Takes what has arrived; throws `overloaded` where all uploads together hold too much. */
  take(bytes: number): void
  give(bytes: number): void
}

/** Counts bytes as they arrive: an upload that only claims to be large, or is slow, keeps no other one out. */
export function createUploadMemory(maxBytes = uploadMemoryMaxBytes): UploadMemory {
  let taken = 0
  return {
    take(bytes) {
      if (taken + bytes > maxBytes) throw new Failure('overloaded', { waitSeconds: retrySeconds })
      taken += bytes
    },
    give(bytes) {
      taken -= bytes
    },
  }
}
