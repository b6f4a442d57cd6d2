import { type ChangeEvent, type RefObject, useEffect, useState } from 'react'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { countries, countryLabel } from './countries.ts'
import { assumedCountry, chooseCountry } from './country-guess.ts'
import '../../ui/fields/select.css'
import './country-select.css'

const options = countries
  .map((country) => ({ code: country.code, place: countryLabel(country) }))
  .sort((a, b) => a.place.localeCompare(b.place))

/** Shows the country that applies to the typed number, and lets the user choose another country. */
export function CountrySelect({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const [assumed] = useState(assumedCountry)

  useEffect(() => {
    announce(
      assumed ? `Country of this number: ${countryLabel(assumed)}` : 'Choose the country of this number',
    )
  }, [assumed])

  function choose(event: ChangeEvent<HTMLSelectElement>): void {
    chooseCountry(event.currentTarget.value)
    // Clears the field's error, which was about the former country.
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <div className="country-select">
      <label className="field-label" htmlFor="country-code">
        Country
      </label>
      <select
        className="field-input"
        id="country-code"
        name="country-code"
        autoComplete="tel-country-code"
        defaultValue={assumed?.code ?? ''}
        onChange={choose}
      >
        {!assumed && <option value="">Choose a country</option>}
        {options.map(({ code, place }) => (
          <option value={code} key={code}>
            {place}
          </option>
        ))}
      </select>
    </div>
  )
}
