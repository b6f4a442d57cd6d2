/** Stops calling a server that keeps failing; after a pause, one call tests whether it answers again. */

export type CircuitBreaker = {
  /** Whether calls are paused now. */
  isOpen(): boolean
  /** Whether to call the server; after the pause, true for one caller only, until that caller has noted its result. */
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
