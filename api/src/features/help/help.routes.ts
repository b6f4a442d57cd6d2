import { createHelpRequest, getHelpCategories, listHelpRequests } from '@foyer/contract/routes/help'
import { Failure } from '../../kernel/failure.ts'
import { pageOf } from '../../kernel/limits/list-paging.ts'
import type { Serve, Services } from '../../services.ts'
import { listHelpCategories } from './help-categories.ts'
import { findReference, listOwnRequests } from './help-requests.ts'
import { requestHelp } from './request-help.ts'

export function helpRoutes(serve: Serve, services: Services): void {
  serve(getHelpCategories, () => listHelpCategories(services.db))
  serve(listHelpRequests, async ({ caller, query }) =>
    pageOf(await listOwnRequests(services.db, services.keyring, caller.userId), query),
  )
  serve(createHelpRequest, (request) => requestHelp(services, request), {
    async replay(id) {
      const reference = await findReference(services.db, id)
      // The request was deleted with its user.
      if (reference === undefined) throw new Failure('not-found')
      return { reference }
    },
  })
}
