import { isNationalNumber } from '@foyer/contract/contact'
import { type RefObject, useEffect, useState } from 'react'
import { lazyComponent, useLazyComponent } from '../machine/lazy-component.ts'
import { TypoHint } from './typo-hint.tsx'

export type ContactHelpProps = {
  input: RefObject<HTMLInputElement | null>
  /** The field takes no phone number. */
  isEmailOnly?: boolean
}

const countrySelect = lazyComponent(() => import('./country-select.tsx'), 'CountrySelect')

/** Email addresses may start with digits. */
const fewestDigits = 4

/** Helps with what the user types: a suggestion for a mistyped email, the country of a number without a country code. */
export function ContactHelp({ input, isEmailOnly }: ContactHelpProps) {
  const [needsCountry, setNeedsCountry] = useState(false)
  const CountrySelect = useLazyComponent(countrySelect, needsCountry, true)
  // After every render: a prefilled field changes without an event.
  useEffect(() => {
    const field = input.current
    if (!field || isEmailOnly) return
    const look = () => {
      const digits = field.value.match(/\p{Nd}/gu) ?? []
      setNeedsCountry(digits.length >= fewestDigits && isNationalNumber(field.value))
    }
    look()
    field.addEventListener('input', look)
    return () => field.removeEventListener('input', look)
  })
  return (
    <>
      {needsCountry && CountrySelect && <CountrySelect input={input} />}
      <TypoHint input={input} />
    </>
  )
}
