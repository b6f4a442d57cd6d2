/** Renders two live regions before the first announcement, which screen readers would otherwise miss (WCAG 4.1.3). */

const ids = { status: 'live-status', alert: 'live-alert' } as const

export function LiveRegions() {
  return (
    <>
      <div className="visually-hidden" role="status" id={ids.status} />
      <div className="visually-hidden" role="alert" id={ids.alert} />
    </>
  )
}

/** Announces a text to screen readers, also when it equals the previous one. */
export function announce(text: string, how: keyof typeof ids = 'status'): void {
  const region = document.getElementById(ids[how])
  if (!region) return
  region.textContent = ''
  setTimeout(() => {
    region.textContent = text
  }, 50)
}
