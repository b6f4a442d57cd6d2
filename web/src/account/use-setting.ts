/** Saves one setting of the user. */
import { getSettings, putSettings, type Settings } from '@foyer/contract/routes/settings'
import { sentenceOf } from '../api/failure.ts'
import { removeText } from '../api/storage/browser-storage.ts'
import { analyticsKey } from '../api/storage/storage-keys.ts'
import { announce } from '../ui/feedback/live-regions.tsx'
import { useOwnCall } from './use-own-call.ts'

export type SettingProps = {
  settings: Settings
  onSaved: (settings: Settings) => void
  onSignedOut: () => void
}

type OwnSetting = {
  isBusy: boolean
  /** Explains why the setting was not saved. */
  fault: string | null
  save: (change: Partial<Settings>) => void
}

export function useSetting({ onSaved, onSignedOut }: Omit<SettingProps, 'settings'>): OwnSetting {
  const { busy, failure, call, run } = useOwnCall<'saving'>(onSignedOut)
  return { isBusy: busy !== null, fault: failure && sentenceOf(failure), save }

  function save(change: Partial<Settings>): void {
    run(
      'saving',
      async () => {
        // The service takes all settings at once. Another tab may have changed others since this page has read them.
        const current = await call(getSettings, {})
        if (current === 'reloading' || !current.isSuccessful) return current
        return call(putSettings, { body: { ...current.data, ...change } })
      },
      (saved) => {
        if (!saved.analyticsConsent) removeText('localStorage', analyticsKey)
        onSaved(saved)
        announce('Saved.')
      },
    )
  }
}
