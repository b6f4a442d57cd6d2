/** Moves the link's token from the address into the state of the history entry, where a reload finds it. */
import { resolvePage } from '@foyer/contract/addresses'
import { filled } from '../api/shape.ts'
import { entryRecord } from '../api/storage/entry-record.ts'
import { revertEntry } from '../api/storage/storage-keys.ts'

const path = '/revert-email/-'

const kept = entryRecord<{ token: string }>(revertEntry, { token: filled })

/** Returns the token from the address, else from the history entry. */
export function takeToken(): string | null {
  const found = resolvePage(location.pathname, new URLSearchParams(location.search))
  const token = found.kind === 'page' && location.pathname !== path ? found.params.token : undefined
  if (token === undefined) return kept.read()?.token ?? null
  history.replaceState({ ...history.state, [revertEntry]: { token } }, '', path + location.search)
  return token
}

/** Removes every trace of the link from this browser. */
export const forgetToken: () => void = kept.clear
