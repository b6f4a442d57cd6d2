/** Loads the countries and the states of a country (product 3, 7.5). */
import { listStates } from '@foyer/contract/routes/reference'
import { call } from '../api/call.ts'
import type { Failure, Success } from '../api/failure.ts'
import { countries } from '../flow/lists/countries.ts'
import type { Effect } from '../flow/machine/step-machine.ts'
import type { ListContext, ListEvent, Place } from './list-machine.ts'

type Load = Effect<ListEvent, ListContext>

export const loadCountries: Load = (_, send, signal) =>
  load(countries.load(signal), ({ id, name, iso2 }) => ({ id, name, code: iso2 }), send)

export const loadStates: Load = ({ of }, send, signal) =>
  load(call(listStates, { params: { countryId: of } }, { signal }), (state) => state, send)

async function load<T>(
  asked: Promise<Success<readonly T[]> | Failure>,
  placeOf: (entry: T) => Place,
  send: (event: ListEvent) => unknown,
): Promise<void> {
  const answer = await asked
  send(
    answer.isSuccessful
      ? { type: 'arrived', places: answer.data.map(placeOf) }
      : { type: 'failed', failure: answer },
  )
}
