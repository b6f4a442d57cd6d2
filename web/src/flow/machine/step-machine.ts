/** Runs a flow that is declared as a table of states and events. An event that the state does not list is ignored. */

type Event = { type: string }

/** `to` enters a state, even the current state. Without `to` only the context changes. */
type Move<S, C> = { to?: S; set?: Partial<C> }

type StateRow<S, E extends Event, C, F> = {
  /** Changes the context on entry, after the changes of the event. */
  enter?: (context: C) => Partial<C>
  /** The effect to run on entry, such as a call or a history entry. */
  effect?: F
  on: { [T in E['type']]?: (context: C, event: Extract<E, { type: T }>) => Move<S, C> }
}

export type Machine<S extends string, E extends Event, C, F extends string> = {
  readonly [state in S]: StateRow<S, E, C, F>
}

export type Situation<S extends string, C> = {
  readonly state: S
  readonly context: C
  /** Counts entries, so that a late effect of a state that was left can be recognized. */
  readonly entry: number
}

/** Runs on entering a state. When the state is left, `signal` is aborted and `send` does nothing. */
export type Effect<E extends Event, C> = (
  context: C,
  send: (event: E) => void,
  signal: AbortSignal,
) => unknown

export type Effects<E extends Event, C, F extends string> = Record<F, Effect<E, C>>

/** Returns the next situation; the same object if the state ignores the event. */
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

type RunningMachine<E extends Event> = { send: (event: E) => void; stop: () => void }

/** Runs the machine and the effect of each entered state. The start state counts as not entered, so its effect does not run. */
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

/**
 * Returns effects whose code loads on demand, so that the form works before that code arrives. `load` is called when an
 * effect runs, because the query is unknown during rendering. If `load` returns no promise, the effect runs at once. If
 * loading fails, the machine gets the event from `failures`.
 */
export function lazyEffects<S extends string, E extends { type: string }, C, F extends string>(
  machine: Machine<S, E, C, F>,
  load: () => Partial<Effects<E, C, F>> | Promise<Partial<Effects<E, C, F>>>,
  failures: { [Name in F]?: E },
): Effects<E, C, F> {
  const lazy = (name: F): Effect<E, C> =>
    async function run(context, send, signal) {
      const loading = load()
      const effects = loading instanceof Promise ? await loading.catch(() => null) : loading
      if (signal.aborted) return
      if (effects) effects[name]?.(context, send, signal)
      else if (failures[name]) send(failures[name])
    }
  const rows: { effect?: F }[] = Object.values(machine)
  return Object.fromEntries(rows.map(({ effect = '' as F }) => [effect, lazy(effect)])) as Effects<E, C, F>
}
