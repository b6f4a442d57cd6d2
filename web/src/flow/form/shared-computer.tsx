import { useEffect, useRef } from 'react'
import { isSharedComputer, setSharedComputer } from '../../session/last-person.ts'
import './shared-computer.css'

/** Asks whether others use this computer. The answer holds at once, for all platforms, until it is changed here. */
export function SharedComputer() {
  const box = useRef<HTMLInputElement>(null)
  // The rendered page does not know the answer.
  useEffect(() => {
    if (box.current) box.current.checked = isSharedComputer()
  }, [])
  return (
    <label className="shared-computer">
      <input ref={box} type="checkbox" onChange={(event) => setSharedComputer(event.target.checked)} />
      This is a shared computer
    </label>
  )
}
