import type { agreementNames } from '@foyer/contract/routes/settings'
import { type SettingProps, useSetting } from './use-setting.ts'

type SettingSwitchProps = SettingProps & {
  name: (typeof agreementNames)[number]
  label: string
  about: string
}

/** Turns one agreement on or off, and saves it at once. A change that was not saved goes back, with the reason. */
export function SettingSwitch({ name, label, about, settings, ...rest }: SettingSwitchProps) {
  const { isBusy, fault, save } = useSetting(rest)
  const id = `setting-${name}`
  const isOn = settings[name]
  return (
    <div className="setting-switch">
      <input
        type="checkbox"
        id={id}
        checked={isBusy ? !isOn : isOn}
        aria-busy={isBusy || undefined}
        aria-describedby={fault === null ? `${id}-about` : `${id}-fault ${id}-about`}
        onChange={() => isBusy || save({ [name]: !isOn })}
      />
      <label htmlFor={id}>{label}</label>
      <p className="small" id={`${id}-about`}>
        {about}
      </p>
      {fault !== null && (
        <p className="field-error" id={`${id}-fault`} role="alert">
          <span className="visually-hidden">Error: </span>
          {fault}
        </p>
      )}
    </div>
  )
}
