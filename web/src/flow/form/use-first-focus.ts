import { useEffect } from 'react'

/** Focuses the first field of a page, unless an on-screen keyboard would cover half the page. */
export function useFirstFocus(selector: string): void {
  useEffect(() => {
    // After a client-side navigation the heading has the focus.
    const isIdle = document.activeElement?.matches('body, #title')
    if (isIdle && matchMedia('(pointer: fine)').matches)
      document.querySelector<HTMLElement>(selector)?.focus()
  }, [selector])
}
