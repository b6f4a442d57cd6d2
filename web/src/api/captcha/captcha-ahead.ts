/** Fetches and solves a captcha challenge while the user types. A solution is valid for one request. */
import { type Captcha, type captchaActions, getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { call } from '../call.ts'

type Action = (typeof captchaActions)[number]

type CaptchaAhead = {
  /** Starts to solve a challenge, unless a valid solution is ready or being computed. */
  begin(): void
  /** Returns the solution, or null if solving failed. The service then refuses the request with a new challenge. */
  take(): Promise<Captcha | null>
}

/** Shorter than the service's limit, because the request follows later than `begin()`. */
const validForMs = 480_000

export function captchaAhead(action: Action, solve = fetchAndSolve): CaptchaAhead {
  let ahead: { solution: Promise<Captcha | null>; begunAt: number } | null = null

  function begin(): void {
    if (ahead && Math.abs(Date.now() - ahead.begunAt) < validForMs) return
    const begun = { solution: solve(action), begunAt: Date.now() }
    ahead = begun
    begun.solution.then((solution) => {
      // Lets the next `begin()` try again.
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
