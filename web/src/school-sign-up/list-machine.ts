/** Declares how a list that a field chooses from is loaded: the countries, or the states of one country. */
import type { Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'

/** `code` is the ISO 3166-1 code of a country. */
export type Place = { id: string; name: string; code: string }

export type ListState = 'waiting' | 'loading' | 'ready' | 'failed'

export type ListContext = {
  /** The country whose states are listed; empty for the list of countries. */
  of: string
  places: readonly Place[]
  failure: Failure | null
}

export type ListEvent =
  | { type: 'wanted'; of: string }
  | { type: 'arrived'; places: readonly Place[] }
  | { type: 'failed'; failure: Failure }
  /** 'Try again', or the network is back. */
  | { type: 'retried' }

const load = (of: string) => ({ to: 'loading', set: { of, places: [] as const } }) as const

export const listMachine: Machine<ListState, ListEvent, ListContext, 'load'> = {
  waiting: {
    on: { wanted: (_, { of }) => load(of) },
  },
  loading: {
    enter: () => ({ failure: null }),
    effect: 'load',
    on: {
      wanted: (context, { of }) => (of === context.of ? {} : load(of)),
      arrived: (_, { places }) => ({ to: 'ready', set: { places } }),
      failed: (_, { failure }) => ({ to: 'failed', set: { failure } }),
      retried: () => ({ to: 'loading' }),
    },
  },
  ready: {
    on: { wanted: (context, { of }) => (of === context.of ? {} : load(of)) },
  },
  failed: {
    on: {
      wanted: (_, { of }) => load(of),
      retried: () => ({ to: 'loading' }),
    },
  },
}

export function listStart(): Situation<ListState, ListContext> {
  return { state: 'waiting', context: { of: '', places: [], failure: null }, entry: 0 }
}
