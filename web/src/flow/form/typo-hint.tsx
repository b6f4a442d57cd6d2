import { type RefObject, useEffect, useState } from 'react'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { meantMail } from './mail-typo.ts'
import './typo-hint.css'

type TypoHintProps = { input: RefObject<HTMLInputElement | null> }

/** The hint waits until the user pauses for this time. */
const pauseMs = 500

/** Offers 'Did you mean …?' as a button, because the typed address may be right. */
export function TypoHint({ input }: TypoHintProps) {
  const [meant, setMeant] = useState<string | null>(null)

  useEffect(() => {
    const field = input.current
    if (!field) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function look(): void {
      const found = meantMail(field?.value ?? '')
      setMeant(found)
      if (found) announce(question(found))
    }
    function scheduleLook(): void {
      clearTimeout(timer)
      setMeant(null)
      timer = setTimeout(look, pauseMs)
    }
    scheduleLook()
    field.addEventListener('input', scheduleLook)
    return () => {
      clearTimeout(timer)
      field.removeEventListener('input', scheduleLook)
    }
  }, [input])

  function take(): void {
    const field = input.current
    if (!field || meant === null) return
    field.value = meant
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }

  return (
    meant !== null && (
      <p className="form-row-start">
        <Button look="quiet" onClick={take}>
          {question(meant)}
        </Button>
      </p>
    )
  )
}

function question(meant: string): string {
  return `Did you mean ${meant}?`
}
