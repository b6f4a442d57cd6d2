/** Gives the threads that hash passwords a lower priority than the thread that answers requests. */
import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** The nice value of the threads that hash. A thread with the value 0 gets nine times as much processor time. */
export const poolNiceness = 10

/** The folder where Linux lists the threads of this process. Each thread has a priority of its own. */
const threadFolder = '/proc/self/task'
/** The name that libuv gives the threads of its pool. */
const poolThreadName = 'libuv-worker'

/**
 * Lowers the priority of the thread pool, where hashes run, so that many sign-ins do not slow down the thread that answers
 * requests or a database on the same machine. Call it after the first use of the pool, which starts its threads. Does
 * nothing on systems other than Linux.
 */
export function lowerPoolPriority(): void {
  for (const thread of poolThreads()) setPriority(thread, poolNiceness)
}

/** Lists the ids of the threads in the pool; no id on systems other than Linux. */
export function poolThreads(): number[] {
  try {
    return readdirSync(threadFolder)
      .filter((id) => readFileSync(`${threadFolder}/${id}/comm`, 'utf8').trim() === poolThreadName)
      .map(Number)
  } catch {
    return []
  }
}
