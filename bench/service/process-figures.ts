/** Reads figures of a running service from /proc and from its metrics. */
import { readFileSync } from 'node:fs'
import { ports } from './bench-settings.ts'

/** Returns resident memory now and at its highest, in MB of 2^20 bytes. */
export function memoryOf(pid: number): { nowMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1_024
  return { nowMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') }
}

/** Returns the 99th percentile since the last call; null when the service has no metrics. */
export async function eventLoopDelayMs(): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${ports.metrics}/metrics`).catch(() => null)
  const seconds = /^nodejs_eventloop_lag_p99_seconds(?:\{.*\})? (\S+)$/m.exec(
    (await answer?.text()) ?? '',
  )?.[1]
  return seconds === undefined ? null : Number(seconds) * 1_000
}
