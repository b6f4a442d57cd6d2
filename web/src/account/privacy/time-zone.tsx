import { useId } from 'react'
import { Button } from '../../ui/feedback/button.tsx'
import { type SettingProps, useSetting } from '../use-setting.ts'

/** The time zone of the service, for users who have chosen none. */
const unset = 'UTC'

/** Chooses the user's time zone, which is saved at once; offers that of the browser if the two differ. */
export function TimeZone({ settings, ...rest }: SettingProps) {
  const { isBusy, fault, save } = useSetting(rest)
  const id = useId()
  const { timezone } = settings
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const chosen = canonical(timezone)
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== chosen)
  const zones = [...new Set([unset, timezone, ...others])].sort()
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
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
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
          Use {own.replaceAll('_', ' ')}, the time zone of this browser
        </Button>
      )}
    </div>
  )
}

/** Returns the name by which this browser knows a zone: some call Asia/Kolkata Asia/Calcutta. */
function canonical(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}
