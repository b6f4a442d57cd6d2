/** Two regions that are there before anything is said, or screen readers miss the first words (WCAG 4.1.3). */

const ids = { status: 'said-politely', alert: 'said-at-once' } as const

export function LiveRegions() {
  return (
    <>
      <div className="visually-hidden" role="status" id={ids.status} />
      <div className="visually-hidden" role="alert" id={ids.alert} />
    </>
  )
}

/** Says it to screen readers; the same words again are said again. */
export function announce(text: string, how: keyof typeof ids = 'status'): void {
  const region = document.getElementById(ids[how])
  if (!region) return
  region.textContent = ''
  setTimeout(() => {
    region.textContent = text
  }, 50)
}
