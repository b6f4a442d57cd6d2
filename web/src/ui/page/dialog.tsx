import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import './dialog.css'

type DialogProps = {
  title: string
  /** The id of the heading, for a dialog that another one may cover. */
  titleId?: string
  /** The id of the element to focus; by default the heading. */
  firstFocus?: string | undefined
  /** The work in progress. The dialog announces it, because the browser makes everything outside a modal dialog inert. */
  status: string
  onCancel: () => void
  children: ReactNode
}

/** Shows a modal dialog of the browser. Esc cancels. The caller restores the focus, because the opener may have lost it. */
export function Dialog({ titleId = 'dialog-title', firstFocus = titleId, ...props }: DialogProps) {
  const { title, status, onCancel, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const isOver = useRef(false)
  const cancel = useEffectEvent(() => isOver.current || onCancel())
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once.
  useEffect(() => {
    const opened = dialog.current
    isOver.current = false
    opened?.showModal()
    document.getElementById(firstFocus)?.focus()
    return () => {
      isOver.current = true
      opened?.close()
    }
  }, [])
  return (
    <dialog className="dialog" aria-labelledby={titleId} ref={dialog} onClose={() => cancel()}>
      <h2 id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </dialog>
  )
}

/** Keeps a dialog's main button in sight where the dialog scrolls. Outside dialogs the button stands in its place. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className="dialog-foot">{children}</div>
}
