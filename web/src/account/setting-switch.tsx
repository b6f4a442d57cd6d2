import type { ReactNode } from 'react'

type SettingSwitchProps = {
  name: string
  label: string
  about?: ReactNode
  isOn: boolean
  isBusy: boolean
  /** Explains why the last change was not saved. */
  fault: string | null
  onToggle: () => void
}

/** Turns a setting on or off, which is saved at once. A change that was not saved goes back, with the reason. */
export function SettingSwitch({ name, label, about, isOn, isBusy, fault, onToggle }: SettingSwitchProps) {
  const id = `setting-${name}`
  return (
    <div className="setting-switch">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the box itself has the state.
        role="switch"
        id={id}
        checked={isBusy ? !isOn : isOn}
        aria-busy={isBusy || undefined}
        aria-describedby={
          [fault !== null && `${id}-fault`, about && `${id}-about`].filter(Boolean).join(' ') || undefined
        }
        onChange={() => isBusy || onToggle()}
      />
      <label htmlFor={id}>{label}</label>
      {about && (
        <p className="small" id={`${id}-about`}>
          {about}
        </p>
      )}
      {fault !== null && (
        <p className="field-error" id={`${id}-fault`} role="alert">
          <span className="visually-hidden">Error: </span>
          {fault}
        </p>
      )}
    </div>
  )
}
