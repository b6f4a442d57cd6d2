/** A flow as a table: in each state, what each event does; anything not in the table is ignored. */

type Event = { type: string }

/** `to` enters a state, its own too; without it the state stays and only the context changes. */
type Move<S, C> = { to?: S; set?: Partial<C> }

type StateRow<S, E extends Event, C, F> = {
  /** What entering changes in the context, after the event's own changes. */
  enter?: (context: C) => Partial<C>
  /** What entering sets going outside: a call, a history entry. */
  effect?: F
  on: { [T in E['type']]?: (context: C, event: Extract<E, { type: T }>) => Move<S, C> }
}

export type Machine<S extends string, E extends Event, C, F extends string> = {
  readonly [state in S]: StateRow<S, E, C, F>
}

export type Situation<S extends string, C> = {
  readonly state: S
  readonly context: C
  /** Counts entries, so that an answer that comes after its state was left is known as such. */
  readonly entry: number
}

/** What entering a state runs. `send` does nothing once the state was left; `signal` is aborted then. */
export type Effect<E extends Event, C> = (
  context: C,
  send: (event: E) => void,
  signal: AbortSignal,
) => unknown

export type Effects<E extends Event, C, F extends string> = Record<F, Effect<E, C>>

/** The next situation; the same object where the event means nothing here. */
export function transition<S extends string, E extends Event, C, F extends string>(
  machine: Machine<S, E, C, F>,
  situation: Situation<S, C>,
  event: E,
): Situation<S, C> {
  const rules: Partial<Record<string, (context: C, event: never) => Move<S, C>>> = machine[situation.state].on
  const move = rules[event.type]?.(situation.context, event as never)
  if (!move) return situation
  const context = { ...situation.context, ...move.set }
  if (move.to === undefined) return { ...situation, context }
  const entered = { ...context, ...machine[move.to].enter?.(context) }
  return { state: move.to, context: entered, entry: situation.entry + 1 }
}

export type RunningMachine<E extends Event> = { send: (event: E) => void; stop: () => void }

/** Runs each entered state's effect once; the start was not entered and runs none. */
export function runMachine<S extends string, E extends Event, C, F extends string>(
  machine: Machine<S, E, C, F>,
  start: Situation<S, C>,
  effectOf: (name: F) => Effect<E, C>,
  onChange: (situation: Situation<S, C>) => void,
): RunningMachine<E> {
  let now = start
  let staying = new AbortController()

  function send(event: E): void {
    const next = transition(machine, now, event)
    if (next === now) return
    const isEntry = next.entry !== now.entry
    now = next
    onChange(next)
    if (!isEntry) return
    staying.abort()
    staying = new AbortController()
    const { signal } = staying
    const name = machine[next.state].effect
    if (name !== undefined) effectOf(name)(next.context, (later) => signal.aborted || send(later), signal)
  }

  return { send, stop: () => staying.abort() }
}
