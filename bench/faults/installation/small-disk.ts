/** Moves the database's folder to a separate file system that is small enough to fill. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, renameSync, rmdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { NotTried } from '../fault.ts'

export type SmallDisk = {
  /** Fills the disk to the last byte. */
  fill(): void
  free(): void
  /** Unmounts the disk; no process may be using it. */
  remove(): void
}

/** Moves `folder`, which no process may be using. Throws NotTried if this user may not mount. */
export function moveToSmallDisk(folder: string, mebibytes: number): SmallDisk {
  const { uid, gid } = statSync(folder)
  const aside = `${folder}.aside`
  renameSync(folder, aside)
  mkdirSync(folder)
  const size = `size=${mebibytes}m,mode=0700,uid=${uid},gid=${gid}`
  const failed = run('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder])
  if (failed !== undefined) {
    rmdirSync(folder)
    renameSync(aside, folder)
    throw new NotTried(`a full data folder needs the right to mount a tmpfs: ${failed}`)
  }
  const ballast = join(folder, 'ballast')
  const disk: SmallDisk = {
    fill() {
      const file = openSync(ballast, 'a')
      // Writes large pieces first, then small pieces for the rest.
      for (const bytes of [1_048_576, 4_096]) {
        const piece = Buffer.alloc(bytes)
        try {
          for (;;) writeSync(file, piece)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
      closeSync(file)
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      const left = run('umount', ['--lazy', folder])
      if (left !== undefined) throw new Error(`${folder} is still mounted: ${left}`)
    },
  }
  const copied = run('cp', ['-a', `${aside}/.`, folder])
  rmSync(aside, { recursive: true, force: true })
  if (copied === undefined) return disk
  disk.remove()
  throw new Error(copied)
}

/** Runs a program; returns its error, or undefined if it succeeded. */
function run(program: string, args: string[]): string | undefined {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? undefined : error?.message || stderr.trim() || `${program} ended with ${status}`
}
