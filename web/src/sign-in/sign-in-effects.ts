/** What the states of the sign-in table set going: calls, history, the way out. */
import { platformRow } from '@foyer/contract/platforms'
import { findUser, login } from '@foyer/contract/sign-in'
import { call } from '../api/call.ts'
import {
  currentStep,
  enterStep,
  forgetStep,
  keepStep,
  leaveStep,
  onStepChange,
  restoreStep,
} from '../flow/step-history.ts'
import type { Effects } from '../flow/step-machine.ts'
import { handOver, type Visit } from '../session/after-sign-in.ts'
import { storeAuth } from '../session/stored-auth.ts'
import { guessCountry } from './country-guess.ts'
import type { SignInContext, SignInEffect, SignInEvent } from './sign-in-machine.ts'

type Send = (event: SignInEvent) => void

const passwordStep = 'password'

/** `goTo` moves to a path of this front end. */
export function signInEffects(
  visit: Visit,
  goTo: (path: string) => void,
): Effects<SignInEvent, SignInContext, SignInEffect> {
  const { platform } = visit
  const { product } = platformRow(platform)
  return {
    showIdentifier: () => leaveStep(platform),

    async findUser({ identifier }, send, signal) {
      const countryCode = guessCountry()
      const body = { userId: identifier, product, platform, ...(countryCode && { countryCode }) }
      const answer = await call(findUser, { body }, { signal })
      send(
        answer.isSuccessful ? { type: 'found', details: answer.data } : { type: 'failed', failure: answer },
      )
    },

    showPassword({ identifier, person }) {
      enterStep(passwordStep)
      if (person) keepStep(platform, { step: passwordStep, identifier, ...person })
    },

    async signIn({ identifier, person, password }, send, signal) {
      const who = person ? { uuid: person.uuid } : { email: identifier }
      const query = { platform: `${product}-web` } as const
      const answer = await call(login, { query, body: { ...who, password, product, platform } }, { signal })
      if (signal.aborted) return
      if (!answer.isSuccessful) return send({ type: 'refused', failure: answer })
      storeAuth(answer.data)
      send({ type: 'signedIn' })
    },

    async handOver(_, send, signal) {
      forgetStep(platform)
      const way = await handOver(visit, signal)
      if (signal.aborted || way.kind === 'reloading') return
      if (way.kind === 'go') location.replace(way.url)
      else if (way.kind === 'account') goTo(way.path)
      else send(way.kind === 'signed-out' ? { type: 'signedOut' } : { type: 'stopped', outcome: way })
    },
  }
}

/** Restores the step of a reload, then follows Back and Forward until the returned function is called. */
export function followHistory({ platform }: Pick<Visit, 'platform'>, send: Send): () => void {
  function follow(): void {
    const kept = restoreStep(platform)
    if (!kept) send({ type: 'back' })
    else {
      const { uuid, identifier, fullName, picture, hasPassword } = kept
      send({ type: 'restored', identifier, person: { uuid, fullName, picture, hasPassword } })
    }
  }
  if (currentStep() !== null) follow()
  return onStepChange(follow)
}
