/** Goes to the platform, or returns why the page stays: the last step of sign-in, sign-up and links (product 4). */
import { networkFailure } from '../api/failure.ts'
import { type HandOver, handOver, type Outcome, type PageLocation } from './handover.ts'

type Stay = { type: 'signedOut' } | { type: 'stopped'; outcome: Outcome }

/** Returns null if the page is being left. `goTo` moves to a path of this front end. */
export async function leavePage(
  page: PageLocation,
  goTo: (path: string) => void,
  signal: AbortSignal,
): Promise<Stay | null> {
  const result = await handOverHere(page, signal)
  if (signal.aborted || result.kind === 'reloading') return null
  if (result.kind === 'signed-out') return { type: 'signedOut' }
  if (result.kind !== 'go' && result.kind !== 'own-page') return { type: 'stopped', outcome: result }
  if (result.kind === 'go') {
    // The busy button shows a tick (button.css).
    document.documentElement.dataset.leaving = ''
    location.replace(result.url)
  } else goTo(result.path)
  return null
}

/** A page in a popup or a frame delivers the code to the window of the platform. */
async function handOverHere(page: PageLocation, signal: AbortSignal): Promise<HandOver> {
  const kind = globalThis.document?.documentElement?.dataset.window
  if (kind !== 'popup' && kind !== 'frame') return handOver(page, signal)
  const delivery = await import('./delivery.ts').catch(() => null)
  return delivery ? delivery.deliver(page, kind, signal) : { kind: 'failed', failure: networkFailure() }
}
