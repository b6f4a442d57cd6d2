/** Shows facts in the toast. Apart from toast-text.ts, which the first screen loads. */
import { showToast } from './toast-text.ts'

const notes = new Set<string>()

/** Shows and announces a fact that is no error; it stays as long as one. */
export function showNote(text: string): void {
  notes.add(text)
  showToast(text)
}

export const isNote = (text: string): boolean => notes.has(text)
