import { listCountries, listStates } from '@foyer/contract/routes/reference'
import { Failure } from '../failure.ts'
import type { Serve, Services } from '../services.ts'
import { listCountryRows, listStateRows } from './places.queries.ts'

export function referenceRoutes(serve: Serve, { db }: Services): void {
  serve(listCountries, () => listCountryRows(db))
  serve(listStates, async ({ params }) => {
    const states = await listStateRows(db, params.countryId)
    if (!states) throw new Failure('not-found')
    return states
  })
}
