/** Requests the toggle of social sign-in once the page is idle, and applies the answer without moving the page. */
import { getFeatureToggles, socialToggleId } from '@foyer/contract/routes/toggles'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { call } from '../api/call.ts'
import { own } from '../api/storage/browser-storage.ts'
import marks from './marks.svg'
import { cacheToggle, readToggle, type SocialAuth } from './social-toggle.ts'

let refreshing: Promise<void> | undefined

/** Requests the toggle once per page. Without a valid answer, the last valid answer stays in the cache. */
export async function refreshToggle(configured: readonly SocialProvider[]): Promise<void> {
  refreshing ??= refresh(configured)
  await refreshing
  const { inApp, google } = document.documentElement.dataset
  if (inApp !== undefined && google === 'on') (await import('./in-app-note.ts')).addInAppNote()
}

async function refresh(configured: readonly SocialProvider[]): Promise<void> {
  const answer = await call(getFeatureToggles, {})
  const toggle = answer.isSuccessful && readToggle(own(answer.data.toggles, socialToggleId))
  if (!toggle) return
  cacheToggle(toggle)
  if (toggle.isEnabled && !('social' in document.documentElement.dataset)) await marksAreThere()
  show(configured, toggle)
}

/** Shows and hides buttons without changing their space. A provider without space gets its space on the next page. */
function show(configured: readonly SocialProvider[], { isEnabled, providers }: SocialAuth): void {
  const { dataset } = document.documentElement
  for (const provider of configured) mark(provider, isEnabled && providers.includes(provider))
  mark(
    'social',
    configured.some((provider) => dataset[provider] === 'on'),
  )

  function mark(name: string, isShown: boolean): void {
    if (dataset[name] === 'off') return
    if (isShown) dataset[name] = 'on'
    else delete dataset[name]
  }
}

/** Waits for the image with the providers' marks, so that no button appears without its mark. A failed image is ignored. */
async function marksAreThere(): Promise<void> {
  const image = new Image()
  image.src = marks
  await image.decode().catch(() => {})
}
