/** A machine inside a component. */
// biome-ignore lint/style/noRestrictedImports: this runs machines, it is none.
import { useEffect, useRef, useState } from 'react'
import { type Effects, type Machine, runMachine, type Situation } from './step-machine.ts'

/** `start` counts at the first render only; effects may close over what the component has at the time. */
export function useStepMachine<S extends string, E extends { type: string }, C, F extends string>(
  machine: Machine<S, E, C, F>,
  start: Situation<S, C>,
  effects: Effects<E, C, F>,
): [Situation<S, C>, (event: E) => void] {
  const [situation, show] = useState(start)
  const latest = useRef(effects)
  const isMounted = useRef(false)
  const [running] = useState(() => runMachine(machine, start, (name) => latest.current[name], show))
  useEffect(() => {
    latest.current = effects
  })
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      // Strict mode mounts again at once, and an answer under way is still wanted then.
      queueMicrotask(() => isMounted.current || running.stop())
    }
  }, [running])
  return [situation, running.send]
}
