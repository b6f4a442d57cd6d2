/**
 * Announces messages to screen readers (WCAG 4.1.3). The document contains the two live regions from the start, because
 * screen readers would miss the first message of a new region. The regions are outside #app, because the early script
 * writes there before hydration.
 */

type Region = 'status' | 'alert'

const timers: { [region in Region]?: ReturnType<typeof setTimeout> } = {}

/** Announces a text, even if it equals the previous text. An empty text clears the region. */
export function announce(text: string, how: Region = 'status'): void {
  const region = document.getElementById(`live-${how}`)
  if (!region) return
  clearTimeout(timers[how])
  region.textContent = ''
  if (text) {
    timers[how] = setTimeout(() => {
      region.textContent = text
    }, 50)
  }
}

/** Announces that work has begun, unless the early script has already announced it. */
export function announceWork(text: string): void {
  if (document.getElementById('live-status')?.textContent !== text) announce(text)
}

/** Removes current and pending announcements, because the messages of a step end with the step. */
export function clearAnnouncements(): void {
  announce('')
  announce('', 'alert')
}
