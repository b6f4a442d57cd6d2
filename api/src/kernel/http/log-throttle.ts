/**
 * Logs a repeated fault once a second with a count. A lost database fails every request and would otherwise fill the
 * disk.
 */

/** Writes a line. `count` is the number of suppressed lines that it represents; undefined for a single line. */
type WriteLine = (counted: { count?: number }) => void

export type LogThrottle = {
  /** Writes the first line of a kind at once, then at most one line a second. */
  write(kind: string, line: WriteLine): void
  /** Writes all suppressed lines. */
  flush(): void
}

const pauseMs = 1_000

export function createLogThrottle(): LogThrottle {
  const kinds = new Map<string, { count: number; last: WriteLine }>()

  /** Writes the suppressed lines of a kind as one; returns false if there are none. */
  function writeHeld(kind: string): boolean {
    const held = kinds.get(kind)
    if (!held || held.count === 0) return false
    held.last({ count: held.count })
    held.count = 0
    return true
  }

  function pause(kind: string): void {
    setTimeout(() => {
      if (writeHeld(kind)) pause(kind)
      else kinds.delete(kind)
    }, pauseMs).unref()
  }

  return {
    write(kind, line) {
      const held = kinds.get(kind)
      if (held) {
        held.count += 1
        held.last = line
        return
      }
      kinds.set(kind, { count: 0, last: line })
      pause(kind)
      line({})
    },
    flush() {
      for (const kind of kinds.keys()) writeHeld(kind)
    },
  }
}
