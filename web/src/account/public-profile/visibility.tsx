import { getSkillVisibility, putSkillVisibility } from '@foyer/contract/profile/skill-portfolio'
import { getSettings, type Settings } from '@foyer/contract/routes/settings'
import { sentenceOf } from '../../api/failure.ts'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { PartLoading } from '../section-part.tsx'
import { SettingSwitch } from '../setting-switch.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import type { Section } from '../use-section.ts'
import { type SettingProps, useSetting } from '../use-setting.ts'

/** Shows or hides the profile and the skill profile, each at once. */
export function Visibility({ section: { leave, leaveIfEnded } }: { section: Section }) {
  const settings = useLoaded(getSettings, {}, leaveIfEnded)
  const skills = useLoaded(getSkillVisibility, {}, leaveIfEnded)
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
      {skills.data ? (
        <SkillSwitch isOn={skills.data.isPublic} onSaved={skills.setData} onSignedOut={leave} />
      ) : (
        <PartLoading what="who can see your skill profile" failure={skills.failure} load={skills.load} />
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

type SkillSwitchProps = {
  isOn: boolean
  onSaved: (saved: { isPublic: boolean }) => void
  onSignedOut: () => void
}

function SkillSwitch({ isOn, onSaved, onSignedOut }: SkillSwitchProps) {
  const { busy, failure, call, run } = useOwnCall<'saving'>(onSignedOut)
  return (
    <SettingSwitch
      name="skill-visibility"
      label="Everyone can see your skill profile"
      about="Your skills and the work that shows them, on a page of their own."
      isOn={isOn}
      isBusy={busy !== null}
      fault={failure && sentenceOf(failure)}
      onToggle={() =>
        run(
          'saving',
          () => call(putSkillVisibility, { body: { isPublic: !isOn } }),
          (saved) => {
            onSaved(saved)
            announce('Saved.')
          },
        )
      }
    />
  )
}
