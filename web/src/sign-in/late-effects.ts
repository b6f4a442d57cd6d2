/** The calls of the sign-in table, fetched when somebody is at the form: it is there, and can be typed into, without. */
import type { Platform } from '@foyer/contract/platforms'
import { networkFailure } from '../api/failure.ts'
import type { Effect, Effects } from '../flow/step-machine.ts'
import type { Visit } from '../session/after-sign-in.ts'
import type { SignInContext, SignInEffect, SignInEvent } from './sign-in-machine.ts'

const came = Promise.withResolvers<typeof import('./sign-in-effects.ts')>()

async function load() {
  const loaded = await import('./sign-in-effects.ts')
  came.resolve(loaded)
  return loaded
}

/** `visitNow` is asked when an effect runs: the query is not known while rendering. */
export function lateEffects(visitNow: () => Visit): Effects<SignInEvent, SignInContext, SignInEffect> {
  const late = (name: SignInEffect, otherwise: SignInEvent | null): Effect<SignInEvent, SignInContext> =>
    async function run(context, send, signal) {
      const loaded = await load().catch(() => null)
      if (signal.aborted) return
      const visit = visitNow()
      const goTo = (path: string) => go(path, visit.platform)
      if (loaded) loaded.signInEffects(visit, goTo)[name](context, send, signal)
      else if (otherwise) send(otherwise)
    }
  const failure = networkFailure()
  return {
    showIdentifier: late('showIdentifier', null),
    findUser: late('findUser', { type: 'failed', failure }),
    showPassword: late('showPassword', null),
    signIn: late('signIn', { type: 'refused', failure }),
    handOver: late('handOver', { type: 'stopped', outcome: { kind: 'failed', failure } }),
  }
}

async function go(path: string, platform: Platform): Promise<void> {
  const { moveTo } = await import('../flow/move-to.ts')
  moveTo(path, platform, { replace: true })
}

export function warmEffects(): void {
  load().catch(() => {})
}

/** Only the effects enter steps into the history, so they are waited for; a reload on a later step needs them at once. */
export function followHistoryLater(platform: Platform, send: (event: SignInEvent) => void): () => void {
  let unfollow = () => {}
  let isOver = false
  const warmForStep = () => history.state?.step && warmEffects()
  warmForStep()
  // Forward may lead to a step before anybody was at the form.
  addEventListener('popstate', warmForStep)
  came.promise.then(({ followHistory }) => {
    if (!isOver) unfollow = followHistory({ platform }, send)
  })
  return () => {
    isOver = true
    removeEventListener('popstate', warmForStep)
    unfollow()
  }
}
