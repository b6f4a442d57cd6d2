/** Reads figures of a running service from /proc and from its metrics. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ports } from './bench-settings.ts'

/** Returns the current and the highest resident memory, in MB of 2^20 bytes. */
export function memoryOf(pid: number): { nowMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1_024
  return { nowMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') }
}

const millisecondsATick = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Returns the CPU time of all threads of a process in ms; 0 if the process has ended. */
export function cpuMsOf(pid: number): number {
  const stat = statOf(pid)
  return stat ? stat.ticks * millisecondsATick : 0
}

/** Returns the CPU time of a process and of all its current and former children in ms. */
export function cpuMsOfFamily(pid: number): number {
  const stat = statOf(pid)
  if (!stat) return 0
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const ended = stat.endedChildrenTicks * millisecondsATick
  return children.reduce((total, child) => total + cpuMsOf(Number(child)), cpuMsOf(pid) + ended)
}

export function parentOf(pid: number): number {
  return statOf(pid)?.parent ?? 0
}

/** Parses the stat file of proc(5); the second field, the program's name, may contain spaces. */
function statOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (field: number) => fields[field - 3] ?? 0
    return {
      parent: at(4),
      ticks: at(14) + at(15),
      endedChildrenTicks: at(16) + at(17),
    }
  } catch {
    return null
  }
}

/** Returns the 99th percentile in ms since the last call; null if the service has no metrics. */
export async function eventLoopDelayMs(port = ports.metrics): Promise<number | null> {
  const seconds = await metricOf('nodejs_eventloop_lag_p99_seconds', port)
  return Number.isNaN(seconds) ? null : seconds * 1_000
}

/** Reads a metric of the service; NaN if the service has none of this name. */
export async function metricOf(name: string, port = ports.metrics): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null)
  const line = new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec((await answer?.text()) ?? '')
  return Number(line?.[1] ?? Number.NaN)
}
