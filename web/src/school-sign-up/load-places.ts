/** Loads the countries, and the states of a country (product 3, 7.5). */
import { listCountries, listStates } from '@foyer/contract/routes/reference'
import { type Answer, call } from '../api/call.ts'

let countries: Answer<typeof listCountries> | null = null

/** Loads the countries only once per document. */
export async function loadCountries(signal: AbortSignal): Promise<Answer<typeof listCountries>> {
  const answer = countries ?? (await call(listCountries, {}, { signal }))
  if (answer.isSuccessful) countries = answer
  return answer
}

export function loadStates(countryId: string, signal: AbortSignal): Promise<Answer<typeof listStates>> {
  return call(listStates, { params: { countryId } }, { signal })
}
