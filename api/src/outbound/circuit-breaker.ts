/** Leaves a server that fails alone for a while; then one call tries it for all. */

export type CircuitBreaker = {
  /** Whether the server is being left alone just now. */
  isOpen(): boolean
  /** Whether to call it; once the pause is over, true for one caller, until that has noted how it went. */
  mayCall(): boolean
  note(wasFine: boolean): void
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
    note(wasFine) {
      failed = wasFine ? 0 : failed + 1
      if (failed >= failures) openUntil = performance.now() + pauseMs
    },
  }
}
