import { downloadExport, getExport, requestExport } from '@foyer/contract/routes/data-export'
import type { Serve, Services } from '../../services.ts'
import { downloadOwnExport, readOwnExport, requestOwnExport } from './own-export.ts'

export function dataExportRoutes(serve: Serve, services: Services): void {
  serve(requestExport, (request) => requestOwnExport(services, request))
  serve(getExport, ({ caller }) => readOwnExport(services, caller))
  serve(downloadExport, (request) => downloadOwnExport(services, request))
}
