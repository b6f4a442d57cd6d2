import { reportError } from '@foyer/contract/routes/error-reports'
import type { Serve, Services } from '../../services.ts'
import { cleanReport } from './clean-report.ts'
import { insertReport } from './error-reports.queries.ts'

export function errorReportsRoutes(serve: Serve, { config, db, metrics }: Services): void {
  const isForwarded = config.errorCollector !== null
  serve(reportError, ({ body }) => {
    metrics.errorReports.inc({ kind: body.kind })
    return insertReport(db, cleanReport(body), isForwarded)
  })
}
