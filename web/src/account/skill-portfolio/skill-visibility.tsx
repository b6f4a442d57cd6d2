import { getSkillVisibility, putSkillVisibility } from '@foyer/contract/profile/skill-portfolio'
import { sentenceOf } from '../../api/failure.ts'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { PartLoading } from '../section-part.tsx'
import { SettingSwitch } from '../setting-switch.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import type { Section } from '../use-section.ts'

/** Shows or hides the skill profile at once. */
export function SkillVisibility({ section: { leave, leaveIfEnded } }: { section: Section }) {
  const { data, setData, ...state } = useLoaded(getSkillVisibility, {}, leaveIfEnded)
  const { busy, failure, call, run } = useOwnCall<'saving'>(leave)
  if (!data) return <PartLoading what="who can see your skill profile" {...state} />
  return (
    <div className="setting-switches">
      <SettingSwitch
        name="skill-visibility"
        label="Everyone can see your skill profile"
        about="Anyone with its address, also without an account. It shows your headline, your skills and work, and never the files."
        isOn={data.isPublic}
        isBusy={busy !== null}
        fault={failure && sentenceOf(failure)}
        onToggle={() =>
          run(
            'saving',
            () => call(putSkillVisibility, { body: { isPublic: !data.isPublic } }),
            (saved) => {
              setData(saved)
              announce('Saved.')
            },
          )
        }
      />
    </div>
  )
}
