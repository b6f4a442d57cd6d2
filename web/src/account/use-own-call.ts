/** Runs the calls of a form on the account page, one at a time. */
import type { Call } from '@foyer/contract/routes/route'
import { useEffect, useRef, useState } from 'react'
import type { Answer } from '../api/call.ts'
import { type Failure, type Success, sentenceOf } from '../api/failure.ts'
import { usePage } from '../platforms/page-context.ts'
import { storeBanner } from '../session/banner.ts'
import { callSignedIn } from '../session/signed-in-call.ts'
import { withProof } from '../session/step-up.ts'
import { readStoredAuth } from '../session/stored-auth.ts'

type SignedInRoute = Parameters<typeof callSignedIn>[1]
type CallOptions = Parameters<typeof callSignedIn>[3]

type OwnCall<Kind extends string> = {
  /** The kind of call that is running. */
  busy: Kind | null
  failure: Failure | null
  setFailure: (failure: Failure | null) => void
  /** Calls a route without reloading the page, because a reload would lose what the user typed. */
  call: <R extends SignedInRoute>(
    route: R,
    given: Call<R>,
    options?: CallOptions,
  ) => Promise<Answer<R> | 'reloading'>
  /**
   * Calls `onDone` with the answer or `onRefused` with the failure. The form shows the failure unless `onRefused` returns
   * true. If the call needs a proof, the user is asked for one first; the form stays as it was if the user cancels.
   */
  run: <T>(
    kind: Kind,
    ask: () => Promise<Success<T> | Failure | 'reloading'>,
    onDone: (data: T) => void,
    onRefused?: (failure: Failure) => boolean,
  ) => void
  /** Repeats the running call. */
  repeat: () => void
}

const nothing = () => {}

/** Runs the calls of one form. `onSignedOut` is called when the session has ended. The answer to an earlier call is ignored. */
export function useOwnCall<Kind extends string>(onSignedOut: () => void): OwnCall<Kind> {
  const { platform } = usePage()
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

  const run: OwnCall<Kind>['run'] = (kind, ask, onDone, onRefused) => {
    async function start(): Promise<void> {
      latest.current += 1
      const turn = latest.current
      setBusy(kind)
      setFailure(null)
      const answer = await withProof(ask, () => latest.current === turn)
      if (answer === 'reloading' || latest.current !== turn) return
      running.current = nothing
      setBusy(null)
      if (answer === 'cancelled') return
      if (answer.isSuccessful) return onDone(answer.data)
      if (!readStoredAuth(platform)) {
        // Without a sentence, an earlier call has found the end of the session and stored its own.
        const sentence = sentenceOf(answer)
        if (sentence) storeBanner(sentence)
        return onSignedOut()
      }
      if (!onRefused?.(answer)) setFailure(answer)
    }
    running.current = start
    start()
  }
  return {
    busy,
    failure,
    setFailure,
    call: (route, given, options) => callSignedIn(platform, route, given, { ...options, reload: false }),
    run,
    repeat: () => running.current(),
  }
}
