/** Loads the countries when the page opens, and the states when the user chooses another country. */

import { useEffect, useEffectEvent } from 'react'
import { type List, useList } from '../flow/form/use-list.ts'

type Place = { id: string; name: string }
export type Places = { countries: List<Place & { iso2: string }>; states: List<Place> }

const loadModule = () => import('./load-places.ts')

/** Calls `onGuess` with the country of the browser's time zone or language, if the user has chosen no country. */
export function usePlaces(countryId: string, onGuess: (countryId: string) => void): Places {
  const countries = useList('all', async (_, signal) => (await loadModule()).loadCountries(signal))
  const states = useList(countryId, async (id, signal) => (await loadModule()).loadStates(id, signal))

  const guess = useEffectEvent((code: string | undefined) => {
    const found = countries.items.find(({ iso2 }) => iso2 === code)
    if (found && !countryId) onGuess(found.id)
  })
  const isReady = countries.state === 'ready'
  useEffect(() => {
    if (!isReady) return
    import('../flow/form/country-guess.ts').then(
      ({ assumedCountry }) => guess(assumedCountry()?.code),
      () => {},
    )
  }, [isReady])
  return { countries, states }
}
