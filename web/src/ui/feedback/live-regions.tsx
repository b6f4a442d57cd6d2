/**
 * Announces messages to screen readers. The document has the two live regions before the first message, which screen
 * readers would otherwise miss, and outside #app: the early script writes there before hydration (WCAG 4.1.3).
 */

type Region = 'status' | 'alert'

const timers: { [region in Region]?: ReturnType<typeof setTimeout> } = {}

/** Announces a text, also when it equals the previous one. An empty text clears the region. */
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

/** Announces that work goes on, unless the early script has said so. */
export function announceWork(text: string): void {
  if (document.getElementById('live-status')?.textContent !== text) announce(text)
}

/** Removes what was announced, also what is still to come: the messages of a step end with it. */
export function clearAnnouncements(): void {
  announce('')
  announce('', 'alert')
}
