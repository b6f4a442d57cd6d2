import { CloseButton } from './close-button.tsx'
import { clearToast, isToastNote } from './toast-text.ts'
import './toast.css'

export function Toast({ text }: { text: string }) {
  return (
    <section className={isToastNote() ? 'toast toast-note' : 'toast'} aria-label="Notification">
      <p>{text}</p>
      <CloseButton label="Dismiss" onClick={clearToast} />
    </section>
  )
}
