import { useEffect, useRef } from 'react'
import { isSharedComputer, setSharedComputer } from '../../session/last-person.ts'
import './shared-computer.css'

/**
 * Asks whether other people use this computer. The answer takes effect at once, for all platforms, until the user changes
 * it.
 */
export function SharedComputer() {
  const box = useRef<HTMLInputElement>(null)
  // The server renders the box unchecked, because only the browser knows the answer.
  useEffect(() => {
    if (box.current) box.current.checked = isSharedComputer()
  }, [])
  return (
    <label className="check shared-computer">
      <input ref={box} type="checkbox" onChange={(event) => setSharedComputer(event.target.checked)} />
      This is a shared computer
    </label>
  )
}
