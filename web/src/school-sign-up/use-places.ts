/** Loads the countries when the page arrives, and the states whenever another country is chosen. */
import { useEffect, useEffectEvent, useState } from 'react'
import { networkFailure } from '../api/failure.ts'
import { lazyEffects, type Situation } from '../flow/machine/step-machine.ts'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { type ListContext, type ListState, listMachine, listStart } from './list-machine.ts'

export type PlaceList = Situation<ListState, ListContext> & { retry: () => void }
export type Places = { countries: PlaceList; states: PlaceList }

const failures = { load: { type: 'failed', failure: networkFailure() } } as const
const loadModule = () => import('./load-places.ts')

/** Calls `onGuess` with the country of the browser's time zone or language, if the user has chosen no country. */
export function usePlaces(countryId: string, onGuess: (countryId: string) => void): Places {
  const [effects] = useState(() => ({
    countries: lazyEffects(listMachine, async () => ({ load: (await loadModule()).loadCountries }), failures),
    states: lazyEffects(listMachine, async () => ({ load: (await loadModule()).loadStates }), failures),
  }))
  const [countries, sendToCountries] = useStepMachine(listMachine, listStart(), effects.countries)
  const [states, sendToStates] = useStepMachine(listMachine, listStart(), effects.states)

  useEffect(() => sendToCountries({ type: 'wanted', of: '' }), [sendToCountries])

  useEffect(() => {
    if (countryId) sendToStates({ type: 'wanted', of: countryId })
  }, [countryId, sendToStates])

  const guess = useEffectEvent((code: string | undefined) => {
    const found = countries.context.places.find((country) => country.code === code)
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

  return {
    countries: { ...countries, retry: () => sendToCountries({ type: 'retried' }) },
    states: { ...states, retry: () => sendToStates({ type: 'retried' }) },
  }
}
