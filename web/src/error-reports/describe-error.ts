/** Describes an error of this page as a report, without queries and addresses. The service decides which parts it stores. */

import { pagePattern } from '@foyer/contract/addresses'
import type { ErrorFrame, ErrorKind, ErrorReport } from '@foyer/contract/routes/error-reports'
import { errorMessageMaxLength } from '@foyer/contract/shared-values'
import { framesIn, ownFrame } from './own-frames.ts'

export type ReactKind = 'render' | 'hydration'

/** An event of the window, or an error that React caught, as the early script collects them. */
export type NotedError = readonly [what: unknown, kind: ReactKind | undefined]

/** The messages of Chromium, Firefox, Safari and Vite for a module that did not load. */
const notLoaded = /imported module|module script|preload CSS/

/** Returns null for an error of foreign code: none of its frames is in a script of this host. */
export function describeError([what, kind]: NotedError, build: string): ErrorReport | null {
  const page = pagePattern(location.pathname) ?? 'none'
  if (what instanceof Event && what.target instanceof HTMLScriptElement) {
    const file = ownFrame(`${what.target.src}:0:0`, location.origin)?.file
    return file ? { kind: 'script', message: `${file} did not load`, frames: [], page, build } : null
  }
  const { error, message, frames } = what instanceof Event ? ofEvent(what) : ofError(what)
  const isScript = notLoaded.test(message)
  if (!kind && !isScript && frames.length === 0) return null
  return { kind: isScript ? 'script' : (kind ?? error), message, frames, page, build }
}

type Described = { error: ErrorKind; message: string; frames: ErrorFrame[] }

function ofEvent(event: Event): Described {
  if (event instanceof PromiseRejectionEvent) return { ...ofError(event.reason), error: 'rejection' }
  const { error, message, filename, lineno, colno } = event as ErrorEvent
  const described = error ? ofError(error) : { error: 'error' as const, message: plain(message), frames: [] }
  // A syntax error in a file and a thrown value that is not an Error have no stack.
  if (error instanceof Error && !(error instanceof SyntaxError && described.frames.length === 0))
    return described
  const frame = ownFrame(`${filename}:${lineno}:${colno}`, location.origin)
  return { ...described, frames: frame && frame.file !== 'page' ? [frame] : [] }
}

function ofError(error: unknown): Described {
  if (!(error instanceof Error))
    return { error: 'error', message: 'A value that is no error was thrown', frames: [] }
  const name = error.name === 'Error' ? '' : `${error.name}: `
  const frames = framesIn(error.stack ?? '', location.origin)
  return { error: 'error', message: plain(name + error.message), frames }
}

/** Removes this host, queries, email addresses and characters that JSON cannot carry. */
function plain(message: string): string {
  return message
    .replaceAll(location.origin, '')
    .replace(/[\s\0]+/g, ' ')
    .split(' ')
    .map((word) => (word.includes('@') ? '[email]' : word.replace(/\?.+/, '')))
    .join(' ')
    .slice(0, errorMessageMaxLength)
    .toWellFormed()
}
