/**
 * Sends errors of this page to the service: each once, and a few at most. The early script loads this file when the first
 * error happens. It never tries again and never reports an error of its own.
 */
import type { ErrorReport, reportError } from '@foyer/contract/routes/error-reports'
import { describeError, type NotedError } from './describe-error.ts'

/** The build replaces it with the commit as text (web/build.ts). */
declare const FOYER_BUILD: string | undefined

const path: typeof reportError.path = '/api/error-reports'
const reportsMax = 5
const build = typeof FOYER_BUILD === 'string' ? FOYER_BUILD : 'unknown'
const sent = new Set<string>()

/** Takes the errors out of the list. */
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
  // Even while the page is being left. The answer does not matter.
  fetch(path, { method: 'POST', headers, body: JSON.stringify(report), keepalive: true }).catch(() => {})
}
