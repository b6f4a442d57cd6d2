import { useId } from 'react'
import { Button } from '../../ui/feedback/button.tsx'
import { type SettingProps, useSetting } from '../use-setting.ts'

/** The time zone of the service, for users who have chosen none. */
const unset = 'UTC'

/** Chromium and Safari list these zones under names that their cities no longer have (backward of the IANA database). */
const presentNames: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
}

/** Chooses the user's time zone, which is saved at once; offers that of the browser if the two differ. */
export function TimeZone({ settings, ...rest }: SettingProps) {
  const { isBusy, fault, save } = useSetting(rest)
  const id = useId()
  const { timezone } = settings
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const chosen = canonical(timezone)
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== chosen)
  const zones = [...new Set([unset, timezone, ...others])].map((zone) => ({ zone, name: nameOf(zone) }))
  zones.sort((one, other) => one.name.localeCompare(other.name, 'en'))
  return (
    <div className="time-zone">
      <label className="field-label" htmlFor={id}>
        Time zone
      </label>
      <select
        id={id}
        className="field-input"
        value={timezone}
        aria-busy={isBusy || undefined}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        aria-invalid={fault !== null || undefined}
        onChange={({ target }) => isBusy || save({ timezone: target.value })}
      >
        {zones.map(({ zone, name }) => (
          <option key={zone} value={zone}>
            {name}
          </option>
        ))}
      </select>
      {fault !== null && (
        <p className="field-error" id={`${id}-fault`} role="alert">
          <span className="visually-hidden">Error: </span>
          {fault}
        </p>
      )}
      {own && own !== chosen && (
        <Button look="quiet" busyText={isBusy ? 'Saving…' : null} onClick={() => save({ timezone: own })}>
          Use {nameOf(own)}, the time zone of this browser
        </Button>
      )}
    </div>
  )
}

function nameOf(zone: string): string {
  return (presentNames[zone] ?? zone).replaceAll('_', ' ')
}

/** Returns the name by which this browser knows a zone: some call Asia/Kolkata Asia/Calcutta. */
function canonical(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}
