import { platformNames } from '@foyer/contract/platform-names'
import {
  confirmTotp,
  listSecondFactors,
  makeRecoveryCodes,
  type NewTotp,
  removeTotp,
  renameTotp,
  startTotp,
  type TotpFactor,
} from '@foyer/contract/routes/second-factor'
import { recoveryCodesCount, totpMax, totpNameMaxLength } from '@foyer/contract/shared-values'
import { useEffect, useRef, useState } from 'react'
import { fieldFailure } from '../../api/browser-failure.ts'
import { fieldSentence, noticeOf } from '../../api/failure.ts'
import { RecoveryCodes } from '../../flow/second-step/recovery-codes.tsx'
import { TotpSetup } from '../../flow/second-step/totp-setup.tsx'
import { dateText, momentText } from '../../flow/time-text.ts'
import { usePage } from '../../platforms/page-context.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Fact } from '../fact.tsx'
import { CodesIcon, PhoneIcon } from '../fact-icons.tsx'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import { RenameForm } from './rename-form.tsx'

type SecondFactorsProps = {
  user: StoredUser
  /** Called with a sentence that the page shows. */
  onDone: (text: string) => void
  onSignedOut: () => void
  leaveIfEnded: (sentence: string) => boolean
}

type Change = 'starting' | 'confirming' | 'renaming' | 'removing' | 'making'

/** What the part asks in place of its list or of one row. */
type Asked =
  | { kind: 'setup'; totp: NewTotp }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'renaming' | 'removing'; id: string }
  | { kind: 'making' }

const partId = 'second-step'
const lead =
  'After your password, you enter a code from your authenticator app. A stolen password alone then can’t open your account.'

/** Lists the user's authenticator apps and recovery codes, and changes them. */
export function SecondFactors({ user, onDone, onSignedOut, leaveIfEnded }: SecondFactorsProps) {
  const { platform, site } = usePage()
  const { data, setData, failure: unloaded, load } = useLoaded(listSecondFactors, {}, leaveIfEnded)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { busy, failure, setFailure, call, run, repeat } = useOwnCall<Change>(onSignedOut)
  const notice = useRef<HTMLDivElement>(null)
  const problem = failure && noticeOf(failure)
  useEffect(() => {
    if (problem) notice.current?.focus()
  }, [problem])
  const error = problem && <ErrorNotice title={problem} ref={notice} />
  const { displayName } = platformNames[platform]

  return (
    <SectionPart id={partId} title="Second step" lead={lead}>
      {data ? content(data) : <PartLoading what="your second step" failure={unloaded} load={load} />}
    </SectionPart>
  )

  function content({ items, recoveryCodesLeft, recoveryCodesAt, enrolBy }: NonNullable<typeof data>) {
    if (asked?.kind === 'setup')
      return (
        <>
          <TotpSetup
            totp={asked.totp}
            {...{ failure }}
            isBusy={busy === 'confirming'}
            submit="Add this app"
            onCode={(code) => confirm(asked.totp, code)}
            onRetry={repeat}
          />
          <Button look="quiet" onClick={() => close('add-totp')}>
            Cancel
          </Button>
        </>
      )
    if (asked?.kind === 'codes')
      return (
        <RecoveryCodes
          codes={asked.codes}
          account={user.email}
          provider={site.provider}
          done="I’ve saved my codes"
          onDone={() => close(partId)}
        />
      )
    return (
      <>
        {enrolBy && (
          <p className="notice notice-banner">
            {displayName} asks for a second step from {dateText(Date.parse(enrolBy))}. Add an app or a passkey
            before that day.
          </p>
        )}
        {(items.length > 0 || recoveryCodesAt) && (
          <dl className="facts facts-named">
            {items.map(rowOf)}
            <Fact
              icon={<CodesIcon />}
              label="Recovery codes"
              value={
                asked?.kind === 'making' ? (
                  <RowQuestion
                    id="codes-question"
                    failure={error}
                    text="Make ten new codes? The earlier codes stop working."
                    confirm="Make new codes"
                    busyText={busy === 'making' ? 'Making them…' : null}
                    decline="Keep the codes"
                    onConfirm={make}
                    onDecline={() => close('make-codes')}
                  />
                ) : (
                  `${recoveryCodesLeft} of ${recoveryCodesCount} left`
                )
              }
              action={
                asked?.kind === 'making' ? null : (
                  <Button look="quiet" id="make-codes" onClick={() => ask({ kind: 'making' })}>
                    Make new codes
                  </Button>
                )
              }
            />
          </dl>
        )}
        {!asked && error}
        {items.length < totpMax && (
          <Button
            look="secondary"
            id="add-totp"
            busyText={busy === 'starting' ? 'One moment…' : null}
            onClick={start}
          >
            {items.length > 0 ? 'Add another app' : 'Add an authenticator app'}
          </Button>
        )}
      </>
    )
  }

  function rowOf({ id, name, lastUsedAt, createdAt }: TotpFactor) {
    const question = asked && 'id' in asked && asked.id === id ? asked.kind : null
    const named = <span className="visually-hidden"> {name}</span>
    const used = lastUsedAt
      ? `Last used ${momentText(Date.parse(lastUsedAt))}`
      : `Added ${dateText(Date.parse(createdAt))}. Not used yet.`
    return (
      <Fact
        key={id}
        icon={<PhoneIcon />}
        label={name}
        value={question === 'renaming' ? renaming(id, name) : question ? removing(id) : used}
        action={
          question ? null : (
            <div className="facts-actions">
              <Button look="quiet" id={`rename-${id}`} onClick={() => ask({ kind: 'renaming', id })}>
                Rename{named}
              </Button>
              <Button
                look="quiet"
                data-tone="loss"
                id={`remove-${id}`}
                onClick={() => ask({ kind: 'removing', id })}
              >
                Remove{named}
              </Button>
            </div>
          )
        }
      />
    )
  }

  function removing(id: string) {
    const isLast = data?.items.length === 1
    const then = !isLast
      ? 'Its codes stop working.'
      : data?.isRequired
        ? `${displayName} then asks you to set up another one at your next sign-in.`
        : 'After that, your password is enough to sign in.'
    return (
      <RowQuestion
        id="totp-question"
        isLoss
        failure={error}
        text={`Remove this app? ${then}`}
        confirm="Remove app"
        busyText={busy === 'removing' ? 'Removing…' : null}
        decline="Keep"
        onConfirm={() => remove(id)}
        onDecline={() => close(`remove-${id}`)}
      />
    )
  }

  function renaming(id: string, name: string) {
    return (
      <RenameForm
        label="Name of the app"
        name={name}
        maxLength={totpNameMaxLength}
        fault={failure && fieldSentence(failure, 'name')}
        notice={error}
        isBusy={busy === 'renaming'}
        onSave={(typed) => rename(id, typed)}
        onCancel={() => close(`rename-${id}`)}
      />
    )
  }

  function ask(next: Asked): void {
    setFailure(null)
    setAsked(next)
  }

  /** Closes the question, and moves the focus to the element with this id. */
  function close(id: string): void {
    setFailure(null)
    setAsked(null)
    focusAfterQuestion(id)
  }

  function start(): void {
    if (busy) return
    setAsked(null)
    run(
      'starting',
      () => call(startTotp, {}),
      (totp) => ask({ kind: 'setup', totp }),
    )
  }

  function confirm({ id }: NewTotp, totp: string): void {
    run(
      'confirming',
      () => call(confirmTotp, { params: { id }, body: { totp } }),
      ({ factor, recoveryCodes }) => {
        if (data)
          setData({
            ...data,
            items: [...data.items, factor],
            enrolBy: null,
            recoveryCodesLeft: recoveryCodes?.length ?? data.recoveryCodesLeft,
          })
        if (recoveryCodes) ask({ kind: 'codes', codes: recoveryCodes })
        else close(partId)
        onDone('App added. Sign-ins ask for its code from now on.')
      },
    )
  }

  function make(): void {
    run(
      'making',
      () => call(makeRecoveryCodes, {}),
      ({ recoveryCodes }) => {
        if (data) setData({ ...data, recoveryCodesLeft: recoveryCodes.length })
        ask({ kind: 'codes', codes: recoveryCodes })
      },
    )
  }

  function rename(id: string, name: string): void {
    if (busy) return
    if (!name) {
      setFailure(fieldFailure({ name: ['Enter a name'] }))
      return
    }
    run(
      'renaming',
      () => call(renameTotp, { params: { id }, body: { name } }),
      (renamed) => {
        if (data) setData({ ...data, items: data.items.map((one) => (one.id === id ? renamed : one)) })
        close(`rename-${id}`)
        onDone('Name saved.')
      },
    )
  }

  function remove(id: string): void {
    run(
      'removing',
      () => call(removeTotp, { params: { id } }),
      () => {
        if (data) setData({ ...data, items: data.items.filter((one) => one.id !== id) })
        close(partId)
        onDone('App removed.')
      },
    )
  }
}
