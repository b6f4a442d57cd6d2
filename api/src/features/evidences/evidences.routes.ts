import { evidenceRoutes, evidenceSections } from '@foyer/contract/profile/evidences'
import type { Serve, Services } from '../../services.ts'
import { downloadEvidence, readEvidence, readEvidences, removeEvidence, uploadEvidence } from './evidences.ts'

export function evidencesRoutes(serve: Serve, services: Services): void {
  for (const section of evidenceSections) {
    const { list, add, download, remove } = evidenceRoutes[section]
    serve(list, ({ caller, params, query }) =>
      readEvidences(services, { caller, section, itemId: params.id, query }),
    )
    serve(
      add,
      ({ caller, params, file, noteMade }) =>
        uploadEvidence(services, { caller, section, itemId: params.id, file, noteMade }),
      {
        replay: (id, { caller, params }) =>
          readEvidence(services, { caller, section, itemId: params.id, id }),
      },
    )
    serve(download, ({ caller, params: { id: itemId, evidenceId: id } }) =>
      downloadEvidence(services, { caller, section, itemId, id }),
    )
    serve(remove, ({ caller, params: { id: itemId, evidenceId: id } }) =>
      removeEvidence(services, { caller, section, itemId, id }),
    )
  }
}
