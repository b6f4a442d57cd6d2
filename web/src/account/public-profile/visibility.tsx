import { getSettings, type Settings } from '@foyer/contract/routes/settings'
import { PartLoading } from '../section-part.tsx'
import { SettingSwitch } from '../setting-switch.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { type SettingProps, useSetting } from '../use-setting.ts'

/** Shows or hides the profile at once. */
export function Visibility({ section: { leave, leaveIfEnded } }: { section: Section }) {
  const settings = useLoaded(getSettings, {}, leaveIfEnded)
  return (
    <div className="setting-switches">
      {settings.data ? (
        <ProfileSwitch
          settings={settings.data}
          onSaved={(saved: Settings) => settings.setData(saved)}
          onSignedOut={leave}
        />
      ) : (
        <PartLoading what="who can see your profile" failure={settings.failure} load={settings.load} />
      )}
    </div>
  )
}

function ProfileSwitch({ settings, ...rest }: SettingProps) {
  const { save, ...state } = useSetting(rest)
  const isOn = settings.profileVisibility === 'public'
  return (
    <SettingSwitch
      name="profile-visibility"
      label="Everyone can see your profile"
      about="Anyone with its address, also without an account. People and schools that you block can’t see it while they are signed in."
      isOn={isOn}
      {...state}
      onToggle={() => save({ profileVisibility: isOn ? 'private' : 'public' })}
    />
  )
}
