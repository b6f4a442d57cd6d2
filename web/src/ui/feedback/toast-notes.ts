/** Shows facts in the toast. Separate from toast-text.ts, which the first screen loads. */
import { showToast } from './toast-text.ts'

const notes = new Set<string>()

/** Shows and announces a fact that is not an error. The fact stays as long as an error would. */
export function showNote(text: string): void {
  notes.add(text)
  showToast(text)
}

export const isNote = (text: string): boolean => notes.has(text)
