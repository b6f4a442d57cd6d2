/** Starts the token sync, on the pages of an installation that has one. A script of its own, so no other page loads it. */
import { isPlatform } from '@foyer/contract/platforms'
import type { Site } from '@foyer/contract/site'
import { syncTokens } from '../session/background/sync-tokens.ts'

const { platform } = document.documentElement.dataset
const { tokenSync }: Site = JSON.parse(document.getElementById('site')?.textContent ?? '{}')
if (isPlatform(platform) && tokenSync) syncTokens(platform, tokenSync)
