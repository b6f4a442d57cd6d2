/** Turns on social sign-in for development. Never runs in production. */
import { socialToggleId } from '@foyer/contract/routes/toggles'
import type { Services } from '../../services.ts'
import { listToggles, storeToggle } from './toggles.queries.ts'

/** Offers every configured provider, unless the toggle is already set. */
export async function turnSocialOn({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  const providers = config.social.configured
  if (providers.length === 0) return
  if ((await listToggles(db)).some(({ id }) => id === socialToggleId)) return
  await storeToggle(db, { id: socialToggleId, value: { enabled: { web: true }, providers } })
}
