import { type NotificationChannel, notificationKinds } from '@foyer/contract/notification-kinds'
import {
  getNotificationPreferences,
  type NotificationPreferences as Preferences,
  putNotificationPreference,
} from '@foyer/contract/routes/notification-preferences'
import { sentenceOf } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { BackToSection } from '../back-to-section.tsx'
import { SectionCard } from '../section-card.tsx'
import { PartLoading } from '../section-part.tsx'
import { SettingSwitch } from '../setting-switch.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import type { Section } from '../use-section.ts'

const channels: readonly { channel: NotificationChannel; label: string }[] = [
  { channel: 'foyer', label: 'In your list' },
  { channel: 'email', label: 'By email' },
]

/** Turns each kind of notification on or off, in the list and by email. Each change is saved at once. */
export function NotificationPreferences({ section }: { section: Section }) {
  const { leave, leaveIfEnded, closeForm } = section
  const { data, setData, failure, load } = useLoaded(getNotificationPreferences, {}, leaveIfEnded)
  return (
    <SectionCard
      page="account-notifications"
      title="Notification settings"
      lead="Choose what your platforms may tell you, and where."
      section={section}
    >
      {data ? (
        <>
          <MailAddress email={data.email} />
          <div className="notification-kinds">
            <p className="notification-columns" aria-hidden="true">
              {channels.map(({ channel, label }) => (
                <span key={channel}>{label}</span>
              ))}
            </p>
            {data.kinds.map(({ kind, ...own }) => (
              <fieldset key={kind} className="notification-kind" aria-describedby={`kind-${kind}-about`}>
                <legend>{notificationKinds[kind].label}</legend>
                <p className="small" id={`kind-${kind}-about`}>
                  {notificationKinds[kind].about}
                </p>
                <div className="notification-channels">
                  {channels.map(({ channel, label }) => (
                    <Preference
                      key={channel}
                      {...{ kind, channel, label }}
                      isOn={own[channel]}
                      onSaved={setData}
                      onSignedOut={leave}
                    />
                  ))}
                </div>
              </fieldset>
            ))}
          </div>
          <p className="notifications-always">
            <strong>Always sent:</strong> what is about your account and its security, such as codes, new
            sign-ins and a changed password. You can’t turn these off.
          </p>
        </>
      ) : (
        <PartLoading what="your choice" failure={failure} load={load} />
      )}
      <BackToSection onLeave={closeForm} />
    </SectionCard>
  )
}

function MailAddress({ email }: Pick<Preferences, 'email'>) {
  const { platform } = usePage()
  if (email !== null)
    return (
      <p>
        Emails go to <strong className="notification-address">{email}</strong>, at most ten a day.
      </p>
    )
  return (
    <p>
      We can’t send you emails yet:{' '}
      <a href={`/account/contacts?platform=${platform}`}>verify an email as your sign-in address</a> first.
    </p>
  )
}

type PreferenceProps = {
  kind: Preferences['kinds'][number]['kind']
  channel: NotificationChannel
  label: string
  isOn: boolean
  onSaved: (saved: Preferences) => void
  onSignedOut: () => void
}

function Preference({ kind, channel, label, isOn, onSaved, onSignedOut }: PreferenceProps) {
  const { busy, failure, call, run } = useOwnCall<'saving'>(onSignedOut)
  return (
    <SettingSwitch
      name={`${kind}-${channel}`}
      {...{ label, isOn }}
      isBusy={busy !== null}
      fault={failure && sentenceOf(failure)}
      onToggle={() =>
        run(
          'saving',
          () => call(putNotificationPreference, { body: { kind, channel, isOn: !isOn } }),
          (saved) => {
            onSaved(saved)
            announce('Saved.')
          },
        )
      }
    />
  )
}
