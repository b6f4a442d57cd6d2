import { useSyncExternalStore } from 'react'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { subscribe, toastText } from '../ui/feedback/toast-text.ts'

const toast = lazyComponent(() => import('../ui/feedback/toast.tsx'), 'Toast')

/** Loads the toast with the first error. Screen readers announce the error even if the toast does not load. */
export function ToastSlot() {
  const text = useSyncExternalStore(subscribe, toastText, () => null)
  const Toast = useLazyComponent(toast, text !== null, true)
  return text !== null && Toast && <Toast text={text} />
}
