import { useEffect } from 'react'

/** Focuses the field on a first load, except where an on-screen keyboard would cover half the page. */
export function useFirstFocus(selector: string): void {
  useEffect(() => {
    const isIdle = document.activeElement === null || document.activeElement === document.body
    if (isIdle && matchMedia('(pointer: fine)').matches)
      document.querySelector<HTMLElement>(selector)?.focus()
  }, [selector])
}
