/** A captcha that is fetched and solved before it is asked for, while somebody types. One is good for one request. */
import { type Captcha, type captchaActions, getCaptchaChallenge } from '@foyer/contract/captcha'
import { call } from './call.ts'

type Action = (typeof captchaActions)[number]
type Ahead = { action: Action; solution: Promise<Captcha | null>; begunAt: number }

/** Shorter than the service's own limit: there is a way to go still. */
const goodForMs = 480_000

let ahead: Ahead | null = null

/** Begins unless one is there, or on its way, that is good for a while yet. */
export function solveAhead(action: Action): void {
  if (ahead?.action === action && Math.abs(Date.now() - ahead.begunAt) < goodForMs) return
  const begun: Ahead = { action, solution: solve(action), begunAt: Date.now() }
  ahead = begun
  begun.solution.then((solution) => {
    // So that the next one tries again.
    if (!solution && ahead === begun) ahead = null
  })
}

/** null where none could be had: the refusal then says what to solve. */
export async function takeSolved(action: Action): Promise<Captcha | null> {
  solveAhead(action)
  const taken = ahead
  ahead = null
  return taken?.solution ?? null
}

async function solve(action: Action): Promise<Captcha | null> {
  const answer = await call(getCaptchaChallenge, { query: { action } })
  if (!answer.isSuccessful) return null
  const solver = await import('./solve-captcha.ts').catch(() => null)
  return solver?.solveCaptcha(answer.data) ?? null
}
