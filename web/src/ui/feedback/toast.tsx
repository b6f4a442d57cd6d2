import { CloseButton } from './close-button.tsx'
import { isNote } from './toast-notes.ts'
import { clearToast } from './toast-text.ts'
import './toast.css'

export function Toast({ text }: { text: string }) {
  return (
    <section className={isNote(text) ? 'toast toast-note' : 'toast'} aria-label="Notification">
      <p>{text}</p>
      <CloseButton label="Dismiss" onClick={clearToast} />
    </section>
  )
}
