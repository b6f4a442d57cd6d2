import { useEffect } from 'react'

/** Focuses a page's first field, except where an on-screen keyboard would cover half the page. */
export function useFirstFocus(selector: string): void {
  useEffect(() => {
    // The heading takes the focus after a move within the document.
    const isIdle = document.activeElement?.matches('body, #title')
    if (isIdle && matchMedia('(pointer: fine)').matches)
      document.querySelector<HTMLElement>(selector)?.focus()
  }, [selector])
}
