/** Leaves for the platform, or returns why not: the last step of sign-in, sign-up and links (Spec 4). */
import { handOver, type Outcome, type Visit } from './after-sign-in.ts'

export type Stay = { type: 'signedOut' } | { type: 'stopped'; outcome: Outcome }

/** Returns null if the page is being left, once `before` is done. `goTo` moves to a path of this front end. */
export async function leavePage(
  visit: Visit,
  goTo: (path: string) => void,
  signal: AbortSignal,
  before?: Promise<void>,
): Promise<Stay | null> {
  const [way] = await Promise.all([handOver(visit, signal), before])
  if (signal.aborted || way.kind === 'reloading') return null
  if (way.kind === 'signed-out') return { type: 'signedOut' }
  if (way.kind !== 'go' && way.kind !== 'account') return { type: 'stopped', outcome: way }
  if (way.kind === 'go') location.replace(way.url)
  else goTo(way.path)
  return null
}
