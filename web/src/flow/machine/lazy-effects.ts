/** The effects of a table, fetched when somebody is at the form: it is there, and can be typed into, without. */
import type { Effect, Effects } from './step-machine.ts'

/**
 * `load` is asked when an effect runs: the query is not known while rendering. `otherwise` is what is said where the
 * effects did not come; null where nobody waits, or where they are there already.
 */
export function lazyEffects<E extends { type: string }, C, F extends string>(
  load: () => Promise<Effects<E, C, F>>,
  otherwise: Record<F, E | null>,
): Effects<E, C, F> {
  const late = (name: F): Effect<E, C> =>
    async function run(context, send, signal) {
      const effects = await load().catch(() => null)
      if (signal.aborted) return
      if (effects) effects[name](context, send, signal)
      else if (otherwise[name]) send(otherwise[name])
    }
  const names = Object.keys(otherwise) as F[]
  return Object.fromEntries(names.map((name) => [name, late(name)])) as Effects<E, C, F>
}
