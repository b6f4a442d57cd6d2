/** Prints how many states were audited after a run, and passes the tests' notes to `npm run audit`. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** A test's note about its state. */
export type AuditNote = { title: string; hash: string; isAudited: boolean }
export const auditNote = 'audit'

export default class AuditReporter implements Reporter {
  readonly notes: AuditNote[] = []

  onTestEnd(_test: TestCase, { status, annotations }: TestResult): void {
    if (status !== 'passed') return
    for (const { type, description = '' } of annotations)
      if (type === auditNote) this.notes.push(JSON.parse(description))
  }

  onEnd(): void {
    if (this.notes.length === 0) return
    const count = this.notes.filter(({ isAudited }) => isAudited).length
    console.log(`${count} of ${this.notes.length} states were audited.`)
    if (process.env.AUDIT_NOTES) writeFileSync(process.env.AUDIT_NOTES, JSON.stringify(this.notes))
    else if (count > 0) console.log('npm run audit audits them in Firefox, too, and notes them.')
  }

  printsToStdio(): boolean {
    return false
  }
}
