import './close-button.css'

type CloseButtonProps = { label: string; onClick: () => void }

/** Renders a button with a cross that dismisses a banner or a toast. */
export function CloseButton({ label, onClick }: CloseButtonProps) {
  return (
    <button type="button" className="close-button" onClick={onClick} aria-label={label}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
        <path
          d="M3.5 3.5l9 9m0-9l-9 9"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      </svg>
    </button>
  )
}
