/** Loads the countries and the states of a country (Spec 3, 7.5). */
import { listStates } from '@foyer/contract/routes/reference'
import { call } from '../api/call.ts'
import { countries } from '../flow/lists/shared-lists.ts'
import type { Effect } from '../flow/machine/step-machine.ts'
import type { ListContext, ListEvent } from './list-machine.ts'

type Load = Effect<ListEvent, ListContext>

export const loadCountries: Load = async (_, send, signal) => {
  const answer = await countries.load(signal)
  if (!answer.isSuccessful) return send({ type: 'failed', failure: answer })
  send({ type: 'arrived', places: answer.data.map(({ id, name, iso2 }) => ({ id, name, code: iso2 })) })
}

export const loadStates: Load = async ({ of }, send, signal) => {
  const answer = await call(listStates, { params: { countryId: of } }, { signal })
  if (!answer.isSuccessful) return send({ type: 'failed', failure: answer })
  send({ type: 'arrived', places: answer.data })
}
