import { CloseButton } from './close-button.tsx'
import { clearToast } from './toast-text.ts'
import './toast.css'

export function Toast({ text }: { text: string }) {
  return (
    <section className="toast" aria-label="Notification">
      <p>{text}</p>
      <CloseButton label="Dismiss" onClick={clearToast} />
    </section>
  )
}
