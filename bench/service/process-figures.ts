/** What the machine and the service itself say of a running service. */
import { readFileSync } from 'node:fs'
import { ports } from './settings.ts'

/** Resident memory now and at its highest, in MB of 2^20 bytes. */
export function memoryOf(pid: number): { nowMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1_024
  return { nowMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') }
}

/** The 99th percentile since it was last asked; null where the service tells no metrics. */
export async function eventLoopDelayMs(): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${ports.metrics}/metrics`).catch(() => null)
  const seconds = /^nodejs_eventloop_lag_p99_seconds(?:\{.*\})? (\S+)$/m.exec(
    (await answer?.text()) ?? '',
  )?.[1]
  return seconds === undefined ? null : Number(seconds) * 1_000
}
