/** Draws a tick in a disc, next to a checked fact. */
export function Tick({ className = 'scene-tick' }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 16 16" aria-hidden="true">
      <path
        fillRule="evenodd"
        d="M8 0a8 8 0 1 0 0 16A8 8 0 1 0 8 0M7 11.8 3.6 8.4 4.9 7.1 7 9.2l4.3-4.7 1.3 1.2z"
      />
    </svg>
  )
}
