/** Makes the log of a request when it writes its first line: pino builds and redacts the properties of a child at once. */
import type { FastifyBaseLogger } from 'fastify'

type Child = FastifyBaseLogger['child']
type Line = Parameters<FastifyBaseLogger['info']>

/** Few requests write a line of their own; the line that every request ends with needs no child (log.ts). */
export function lazyChild(parent: FastifyBaseLogger, ...given: Parameters<Child>): FastifyBaseLogger {
  return new LazyChild(parent, given)
}

/** A class, because a closure for each level would cost a request as much as this saves. */
class LazyChild implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #given: Parameters<Child>
  #made: FastifyBaseLogger | null = null

  constructor(parent: FastifyBaseLogger, given: Parameters<Child>) {
    this.#parent = parent
    this.#given = given
  }

  get #child(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(...this.#given)
    return this.#made
  }

  get level(): string {
    return this.#parent.level
  }

  child(...given: Parameters<Child>): FastifyBaseLogger {
    return this.#child.child(...given)
  }

  fatal(...line: Line): void {
    this.#child.fatal(...line)
  }

  error(...line: Line): void {
    this.#child.error(...line)
  }

  warn(...line: Line): void {
    this.#child.warn(...line)
  }

  info(...line: Line): void {
    this.#child.info(...line)
  }

  debug(...line: Line): void {
    this.#child.debug(...line)
  }

  trace(...line: Line): void {
    this.#child.trace(...line)
  }

  silent(...line: Line): void {
    this.#child.silent(...line)
  }
}
