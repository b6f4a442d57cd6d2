import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Renders the choice of another person below the form's button, where the first paint has made room. */
export function KnownFoot({ children }: { children: ReactNode }) {
  const place = document.querySelector('.known-foot')
  return place && createPortal(children, place)
}
