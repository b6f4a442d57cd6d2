/** A captcha that is fetched and solved before it is asked for, while somebody types. One is good for one request. */
import { type Captcha, type captchaActions, getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { call } from '../call.ts'

type Action = (typeof captchaActions)[number]

export type CaptchaAhead = {
  /** Begins, unless one is there or on its way that is good for a while yet. */
  begin(): void
  /** null where none could be had: the refusal then says what to solve. */
  take(): Promise<Captcha | null>
}

/** Shorter than the service's own limit: there is a way to go still. */
const goodForMs = 480_000

export function captchaAhead(action: Action, solve = fetchAndSolve): CaptchaAhead {
  let ahead: { solution: Promise<Captcha | null>; begunAt: number } | null = null

  function begin(): void {
    if (ahead && Math.abs(Date.now() - ahead.begunAt) < goodForMs) return
    const begun = { solution: solve(action), begunAt: Date.now() }
    ahead = begun
    begun.solution.then((solution) => {
      // So that the next one tries again.
      if (!solution && ahead === begun) ahead = null
    })
  }

  async function take(): Promise<Captcha | null> {
    begin()
    const taken = ahead
    ahead = null
    return taken?.solution ?? null
  }

  return { begin, take }
}

async function fetchAndSolve(action: Action): Promise<Captcha | null> {
  const answer = await call(getCaptchaChallenge, { query: { action } })
  if (!answer.isSuccessful) return null
  const solver = await import('./solve-captcha.ts').catch(() => null)
  return solver?.solveCaptcha(answer.data) ?? null
}
