/** Runs the effects of a table from code that loads on demand: the form works before that code arrives. */
import type { Effect, Effects, Machine } from './step-machine.ts'

/**
 * Returns an effect for each name in the table. `load` runs with the effect, since the query is not known while
 * rendering. `failures` has the event to send when the code of an effect does not load.
 */
export function lazyEffects<S extends string, E extends { type: string }, C, F extends string>(
  machine: Machine<S, E, C, F>,
  load: () => Promise<Partial<Effects<E, C, F>>>,
  failures: { [Name in F]?: E },
): Effects<E, C, F> {
  const lazy = (name: F): Effect<E, C> =>
    async function run(context, send, signal) {
      const effects = await load().catch(() => null)
      if (signal.aborted) return
      if (effects) effects[name]?.(context, send, signal)
      else if (failures[name]) send(failures[name])
    }
  const rows: { effect?: F }[] = Object.values(machine)
  return Object.fromEntries(rows.map(({ effect = '' as F }) => [effect, lazy(effect)])) as Effects<E, C, F>
}
