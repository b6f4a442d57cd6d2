/**
 * Makes a route of a page that loads late callable, with the fields that the page needs of its answer. The table of
 * answer-shapes.ts loads with the first screen of every page.
 */
import type { Route } from '@foyer/contract/routes/route'
import type * as v from 'valibot'
import type { Shape } from './shape.ts'

export type ShapedRoute = Route & { shape: Shape; result: v.GenericSchema }

/** The entries of a list, without its page. */
type Entries<S extends v.GenericSchema> = v.GenericSchema<unknown, v.InferOutput<S>[]>

type Shaped<R extends Route> = Omit<R, 'result' | 'list'> & {
  shape: Shape
  result: R['result'] extends v.GenericSchema
    ? R['result']
    : R['list'] extends v.GenericSchema
      ? Entries<R['list']>
      : never
}

/** The result of a list is its entries. */
export function shaped<const R extends Route>(route: R, shape: Shape): Shaped<R> {
  return { ...route, shape, result: route.result ?? route.list } as unknown as Shaped<R>
}
