/**
 * Sends errors of this page to the service: each error once, at most five. The early script loads this file with the first
 * error. The reporter never retries and never reports its own errors.
 */
import type { ErrorReport, reportError } from '@foyer/contract/routes/error-reports'
import { describeError, type NotedError } from './describe-error.ts'

/** The build replaces this name with the commit as text (web/build.ts). */
declare const FOYER_BUILD: string | undefined

const path: typeof reportError.path = '/api/error-reports'
const reportsMax = 5
const build = typeof FOYER_BUILD === 'string' ? FOYER_BUILD : 'unknown'
const sent = new Set<string>()

/** Removes the errors from the list and sends them. */
export function send(noted: NotedError[]): void {
  for (const one of noted.splice(0)) {
    const report = describeError(one, build)
    if (report && isNew(report)) post(report)
  }
}

function isNew({ message, frames }: ErrorReport): boolean {
  const key = JSON.stringify([message, frames[0]])
  if (sent.has(key) || sent.size >= reportsMax) return false
  sent.add(key)
  return true
}

function post(report: ErrorReport): void {
  const headers = { 'Content-Type': 'application/json' }
  // Sends the report even while the page is being left. The answer does not matter.
  fetch(path, { method: 'POST', headers, body: JSON.stringify(report), keepalive: true }).catch(() => {})
}
