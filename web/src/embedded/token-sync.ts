/** Starts the token sync. A separate script, so that only installations with the token sync load it. */
import { isPlatform } from '@foyer/contract/platforms'
import type { Site } from '@foyer/contract/site'
import { syncTokens } from '../session/background/sync-tokens.ts'

const { platform } = document.documentElement.dataset
const { tokenSync }: Site = JSON.parse(document.getElementById('site')?.textContent ?? '{}')
if (isPlatform(platform) && tokenSync) syncTokens(platform, tokenSync)
