import { useEffect } from 'react'

/** On a first load the field is ready where no keyboard on the screen would cover half the page. */
export function useFirstFocus(selector: string): void {
  useEffect(() => {
    const isIdle = document.activeElement === null || document.activeElement === document.body
    if (isIdle && matchMedia('(pointer: fine)').matches)
      document.querySelector<HTMLElement>(selector)?.focus()
  }, [selector])
}
