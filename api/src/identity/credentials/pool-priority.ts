/** Gives password hashes a lower priority than the requests beside them. */
import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** The nice value of the threads that hash: a thread at 0 gets nine times their share of a processor. */
export const poolNiceness = 10

/** Linux lists the threads of a process here, and gives each a priority of its own. */
const threadFolder = '/proc/self/task'
/** The name that libuv gives the threads of its pool. */
const poolThreadName = 'libuv-worker'

/**
 * Lowers the priority of the thread pool, where hashes run, so that a flood of sign-ins takes no processor from the thread
 * that answers requests, nor from a database on the same machine. Does nothing before the first use of the pool starts
 * its threads, and nothing on systems other than Linux.
 */
export function lowerPoolPriority(): void {
  for (const thread of poolThreads()) setPriority(thread, poolNiceness)
}

/** Lists the ids of the threads in the pool; none where the system does not tell. */
export function poolThreads(): number[] {
  try {
    return readdirSync(threadFolder)
      .filter((id) => readFileSync(`${threadFolder}/${id}/comm`, 'utf8').trim() === poolThreadName)
      .map(Number)
  } catch {
    return []
  }
}
