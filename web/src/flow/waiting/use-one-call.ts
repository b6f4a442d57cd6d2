/** Runs the calls of one form, one at a time. */
import { useEffect, useRef, useState } from 'react'
import type { Failure, Success } from '../../api/failure.ts'

export type OneCall<Kind extends string> = {
  /** The kind of call that is running. */
  busy: Kind | null
  failure: Failure | null
  setFailure: (failure: Failure | null) => void
  /**
   * Calls `onDone` with the answer or `onRefused` with the failure. The form shows the failure unless `onRefused` returns
   * true. An answer of null leaves the form as it was.
   */
  run: <T>(
    kind: Kind,
    ask: (isWanted: () => boolean) => Promise<Success<T> | Failure | null>,
    onDone: (data: T) => void,
    onRefused?: (failure: Failure) => boolean,
  ) => void
  /** Repeats the running call. */
  repeat: () => void
}

const nothing = () => {}

/** The answer to an earlier call is ignored. `isWanted` returns false once another call runs or the form is gone. */
export function useOneCall<Kind extends string>(): OneCall<Kind> {
  const [busy, setBusy] = useState<Kind | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const latest = useRef(0)
  /** The running call, with what the user typed. The reference is cleared when the call ends. */
  const running = useRef(nothing)
  useEffect(
    () => () => {
      latest.current = -1
    },
    [],
  )

  const run: OneCall<Kind>['run'] = (kind, ask, onDone, onRefused) => {
    async function start(): Promise<void> {
      latest.current += 1
      const turn = latest.current
      setBusy(kind)
      setFailure(null)
      const answer = await ask(() => latest.current === turn)
      if (latest.current !== turn) return
      running.current = nothing
      setBusy(null)
      if (answer === null) return
      if (answer.isSuccessful) onDone(answer.data)
      else if (!onRefused?.(answer)) setFailure(answer)
    }
    running.current = start
    start()
  }
  return { busy, failure, setFailure, run, repeat: () => running.current() }
}
