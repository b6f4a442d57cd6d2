/** Runs the calls of a form of the account, one at a time. */
import type { Call } from '@foyer/contract/routes/route'
import type { Answer } from '../api/call.ts'
import { type Failure, type Success, sentenceOf } from '../api/failure.ts'
import { type OneCall, useOneCall } from '../flow/waiting/use-one-call.ts'
import { usePage } from '../platforms/page-context.ts'
import { storeBanner } from '../session/banner.ts'
import { callOwn, type OwnCallOptions, type SignedInRoute } from '../session/own-call.ts'
import { staysSignedOut } from '../session/sign-in-question.ts'
import { withProof } from '../session/step-up.ts'
import { readStoredAuth } from '../session/stored-auth.ts'

type OwnCall<Kind extends string> = Omit<OneCall<Kind>, 'run'> & {
  /** Calls a route. If the session has ended, the user is asked to sign in again first. */
  call: <R extends SignedInRoute>(
    route: R,
    given: Call<R>,
    options?: OwnCallOptions,
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
}

/** Runs the calls of one form. `onSignedOut` is called when the session has ended and the page cannot ask the user. */
export function useOwnCall<Kind extends string>(onSignedOut: () => void): OwnCall<Kind> {
  const { platform } = usePage()
  const { run: runOne, ...one } = useOneCall<Kind>()

  const run: OwnCall<Kind>['run'] = (kind, ask, onDone, onRefused) =>
    runOne(
      kind,
      async (isWanted) => {
        const answer = await withProof(ask, isWanted)
        return answer === 'reloading' || answer === 'cancelled' ? null : answer
      },
      onDone,
      (failure) => {
        if (readStoredAuth(platform) || staysSignedOut()) return onRefused?.(failure) ?? false
        // Without a sentence, an earlier call has found the end of the session and stored its own.
        const sentence = sentenceOf(failure)
        if (sentence) storeBanner(sentence)
        onSignedOut()
        return true
      },
    )
  return {
    ...one,
    call: (route, given, options) => callOwn(platform, route, given, options),
    run,
  }
}
