/** Logs a fault of every request once a second with a count: a lost database would otherwise fill the disk of the log. */

/** Writes a line; `count` says how many equal lines it represents, if there are several. */
type WriteLine = (counted: { count?: number }) => void

export type LogThrottle = {
  /** Writes the first line of a kind at once, then the last one of each second. */
  write(kind: string, line: WriteLine): void
  /** Writes what is still held back. */
  flush(): void
}

const pauseMs = 1_000

export function createLogThrottle(): LogThrottle {
  const kinds = new Map<string, { count: number; last: WriteLine }>()

  /** Returns true if there was a line to write. */
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
