/** The last step of every way in: on to the platform, or why not (Spec 4). */
import { handOver, type Outcome, type Visit } from './after-sign-in.ts'

export type Stay = { type: 'signedOut' } | { type: 'stopped'; outcome: Outcome }

/** null where the page is being left, after `before`; `goTo` moves to a path of this front end. */
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
