/** Stops calls to a server that keeps failing. After a pause, one call tests whether the server answers again. */

type CircuitBreaker = {
  /** Returns true while calls are paused. */
  isOpen(): boolean
  /** Returns true if the caller may call the server. After a pause only one caller may, until its result is noted. */
  mayCall(): boolean
  note(succeeded: boolean): void
}

export function createCircuitBreaker({
  failures,
  pauseMs,
}: {
  failures: number
  pauseMs: number
}): CircuitBreaker {
  let failed = 0
  let openUntil = 0

  function isOpen(): boolean {
    return failed >= failures && performance.now() < openUntil
  }

  return {
    isOpen,
    mayCall() {
      if (isOpen()) return false
      if (failed >= failures) openUntil = performance.now() + pauseMs
      return true
    },
    note(succeeded) {
      failed = succeeded ? 0 : failed + 1
      if (failed >= failures) openUntil = performance.now() + pauseMs
    },
  }
}
