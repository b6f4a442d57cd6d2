/** Renewed or refused tokens reload the page (Spec 4), but never in a loop. */
import { reloads } from '@foyer/contract/limits'
import { isUsedUp, recordOne } from '../api/storage/recent-count.ts'

const key = 'foyer.reloads'

/** false where the page has reloaded too often lately and stays. */
export function reloadPage(): boolean {
  if (isUsedUp(key, reloads)) return false
  recordOne(key, reloads)
  location.reload()
  return true
}
