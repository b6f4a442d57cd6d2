import { type ReactNode, useEffect } from 'react'

/** Effects run from the inside out: when this one does, every form listens, and what was sent too early is sent again. */
export function Started({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.started = ''
    const form = window.foyer.start()
    if (form?.isConnected) form.requestSubmit()
  }, [])
  return children
}
