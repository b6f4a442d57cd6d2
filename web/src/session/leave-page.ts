/** Goes to the platform, or returns the reason for staying: the last step of sign-in, sign-up and links (product 4). */
import { networkFailure } from '../api/failure.ts'
import { type HandOver, handOver, type Outcome, type PageLocation } from './handover.ts'

type Stay = { type: 'signedOut' } | { type: 'stopped'; outcome: Outcome }

/** Returns null if the page is being left. `goTo` opens a path of this front end. */
export async function leavePage(
  page: PageLocation,
  goTo: (path: string) => void,
  signal: AbortSignal,
): Promise<Stay | null> {
  const kind = globalThis.document?.documentElement?.dataset.window
  // The door opens while the page requests the code. A popup or a frame has no door, because it stays open or closes.
  if (!kind) showLeaving(true)
  const result = await handOverHere(page, kind, signal)
  const isLeft = result.kind === 'go' || result.kind === 'own-page' || result.kind === 'reloading'
  showLeaving(isLeft && !signal.aborted)
  if (signal.aborted || result.kind === 'reloading') return null
  if (result.kind === 'signed-out') return { type: 'signedOut' }
  if (result.kind === 'go') location.replace(result.url)
  else if (result.kind === 'own-page') goTo(result.path)
  else return { type: 'stopped', outcome: result }
  return null
}

/** Marks <html>: the busy button shows a tick (button.css), and the door replaces the card (handover.css). */
function showLeaving(isLeaving: boolean): void {
  const dataset = globalThis.document?.documentElement?.dataset
  if (isLeaving && dataset) dataset.leaving = ''
  else delete dataset?.leaving
}

/** Hands over from this window. A page in a popup or a frame delivers the code to the platform's window instead. */
async function handOverHere(
  page: PageLocation,
  kind: string | undefined,
  signal: AbortSignal,
): Promise<HandOver> {
  if (kind !== 'popup' && kind !== 'frame') return handOver(page, signal)
  const delivery = await import('./delivery.ts').catch(() => null)
  return delivery ? delivery.deliver(page, kind, signal) : { kind: 'failed', failure: networkFailure() }
}
