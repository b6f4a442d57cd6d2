/** Runs the calls of a form on the account page, one at a time. */
import type { Call, Route } from '@foyer/contract/routes/route'
import { useEffect, useRef, useState } from 'react'
import { type Failure, sentenceOf } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { storeBanner } from '../../session/banner.ts'
import { callSignedIn } from '../../session/signed-in-call.ts'
import { readStoredAuth } from '../../session/stored-auth.ts'

type SignedInRoute = Parameters<typeof callSignedIn>[1]
type Data<R extends Route> = R extends { result: infer S } ? OutputOf<S> : undefined
type OutputOf<S> = S extends { '~types'?: { output: infer O } | undefined } ? O : undefined

type OwnCall<Kind extends string> = {
  /** The kind of the call that runs. */
  busy: Kind | null
  failure: Failure | null
  setFailure: (failure: Failure | null) => void
  /** Calls `onDone` with the answer, or `onRefused` with the failure, which is shown unless that returns true. */
  run: <R extends SignedInRoute>(
    kind: Kind,
    route: R,
    given: Call<R>,
    onDone: (data: Data<R>) => void,
    onRefused?: (failure: Failure) => boolean,
  ) => void
  /** Repeats the last call. */
  repeat: () => void
}

/** `onSignedOut` is called once the session has ended. An answer to an earlier call is ignored. */
export function useOwnCall<Kind extends string>(onSignedOut: () => void): OwnCall<Kind> {
  const { platform } = usePage()
  const [busy, setBusy] = useState<Kind | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const latest = useRef(0)
  const last = useRef(() => {})
  useEffect(
    () => () => {
      latest.current = -1
    },
    [],
  )

  const run: OwnCall<Kind>['run'] = (kind, route, given, onDone, onRefused) => {
    async function ask(): Promise<void> {
      latest.current += 1
      const turn = latest.current
      setBusy(kind)
      setFailure(null)
      // A reload would lose what the user typed.
      const answer = await callSignedIn(platform, route, given, { reload: false })
      if (answer === 'reloading' || latest.current !== turn) return
      setBusy(null)
      if (answer.isSuccessful) return onDone(answer.data as Parameters<typeof onDone>[0])
      if (!readStoredAuth(platform)) {
        storeBanner(sentenceOf(answer))
        return onSignedOut()
      }
      if (!onRefused?.(answer)) setFailure(answer)
    }
    last.current = ask
    ask()
  }
  return { busy, failure, setFailure, run, repeat: () => last.current() }
}
