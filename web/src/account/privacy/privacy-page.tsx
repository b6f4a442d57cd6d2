import { getSettings, type Settings } from '@foyer/contract/routes/settings'
import { Fragment } from 'react'
import { KeptAccount } from '../kept-account.tsx'
import { SectionCard } from '../section-card.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { SettingSwitch } from '../setting-switch.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { useSection } from '../use-section.ts'
import { type SettingProps, useSetting } from '../use-setting.ts'
import { DeleteAccount } from './delete-account.tsx'
import { OwnApps } from './own-apps.tsx'
import { TimeZone } from './time-zone.tsx'
import { YourData } from './your-data.tsx'

/** What the user may agree to. Nothing is agreed to until the user chooses it. */
const agreements = [
  {
    name: 'productEmails',
    label: 'Emails about your platforms',
    about: 'News about courses, jobs and new features.',
  },
  {
    name: 'marketingEmails',
    label: 'Emails with offers',
    about: 'Offers and events. We never give your address to anyone else for this.',
  },
  {
    name: 'analyticsConsent',
    label: 'Statistics about how you use your account',
    about: 'We count which parts of sign-in you use, with your name and email, to make them better.',
  },
] as const

/** Shows what the user has agreed to, the user's time zone and language, and the user's data, to download and to delete. */
export function PrivacyPage() {
  const section = useSection('account-privacy')
  return (
    <SectionCard
      page="account-privacy"
      lead="You decide what we send and measure. We always send emails about your sign-in, such as codes."
      section={section}
    >
      {section.user && (
        <Fragment key={section.user.uuid}>
          <KeptAccount />
          <OwnSettings section={section} />
          <OwnApps section={section} />
          <YourData section={section} />
          <DeleteAccount onLeft={section.leave} />
        </Fragment>
      )}
    </SectionCard>
  )
}

function OwnSettings({ section: { leave, leaveIfEnded } }: { section: Section }) {
  const { data, setData, failure, load } = useLoaded(getSettings, {}, leaveIfEnded)
  if (!data) return <PartLoading what="your settings" failure={failure} load={load} />
  const shared = { settings: data, onSaved: (saved: Settings) => setData(saved), onSignedOut: leave }
  return (
    <>
      <SectionPart id="consent-title" title="What you agree to">
        <div className="setting-switches">
          {agreements.map((agreement) => (
            <Agreement key={agreement.name} {...agreement} {...shared} />
          ))}
        </div>
      </SectionPart>
      <SectionPart
        id="time-title"
        title="Time and language"
        lead="Emails show times in your time zone. These pages are in English only."
      >
        <TimeZone {...shared} />
      </SectionPart>
    </>
  )
}

type AgreementProps = SettingProps & (typeof agreements)[number]

function Agreement({ name, label, about, settings, ...rest }: AgreementProps) {
  const { isBusy, fault, save } = useSetting(rest)
  const isOn = settings[name]
  return (
    <SettingSwitch
      {...{ name, label, about, isOn, isBusy, fault }}
      onToggle={() => save({ [name]: !isOn })}
    />
  )
}
