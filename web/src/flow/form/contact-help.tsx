import { isNationalNumber } from '@foyer/contract/contact'
import { type RefObject, useEffect, useState } from 'react'
import { lazyComponent, useLazyComponent } from '../machine/lazy-component.ts'
import { TypoHint } from './typo-hint.tsx'

export type ContactHelpProps = {
  input: RefObject<HTMLInputElement | null>
  /** The field accepts email addresses only. */
  isEmailOnly?: boolean
}

const countrySelect = lazyComponent(() => import('./country-select.tsx'), 'CountrySelect')

/** Fewer digits may be the start of an email address. */
const fewestDigits = 4

/**
 * Helps while the user types: suggests a correction of a mistyped email, and asks for the country of a number without a
 * country code.
 */
export function ContactHelp({ input, isEmailOnly }: ContactHelpProps) {
  const [needsCountry, setNeedsCountry] = useState(false)
  const CountrySelect = useLazyComponent(countrySelect, needsCountry, true)
  // Runs after every render, because prefilling the field fires no event.
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
