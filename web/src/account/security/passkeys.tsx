import {
  addPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@foyer/contract/routes/passkeys'
import { passkeyNameMaxLength } from '@foyer/contract/shared-values'
import { useEffect, useRef, useState } from 'react'
import { fieldFailure } from '../../api/browser-failure.ts'
import { fieldSentence, noticeOf } from '../../api/failure.ts'
import { dateText, momentText } from '../../flow/time-text.ts'
import { newPasskey } from '../../session/new-passkey.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Fact } from '../fact.tsx'
import { KeyIcon } from '../fact-icons.tsx'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import { RenameForm } from './rename-form.tsx'

type PasskeysProps = {
  /** Called with a sentence that the page shows. */
  onDone: (text: string) => void
  onSignedOut: () => void
  leaveIfEnded: (sentence: string) => boolean
}

type Change = 'adding' | 'renaming' | 'removing'

const lead =
  'Sign in with your fingerprint, your face or the PIN of your device. Nobody can guess a passkey or trick you into typing it.'

/** Lists the user's passkeys. The user adds one with this browser, renames and removes them. */
export function Passkeys({ onDone, onSignedOut, leaveIfEnded }: PasskeysProps) {
  const { data, setData, failure: unloaded, load } = useLoaded(listPasskeys, {}, leaveIfEnded)
  const [asked, setAsked] = useState<{ about: Passkey; change: 'renaming' | 'removing' } | null>(null)
  const { busy, failure, setFailure, call, run } = useOwnCall<Change>(onSignedOut)
  const notice = useRef<HTMLDivElement>(null)
  const problem = failure && noticeOf(failure)
  useEffect(() => {
    if (problem) notice.current?.focus()
  }, [problem])
  const error = problem && <ErrorNotice title={problem} ref={notice} />

  return (
    <SectionPart id="passkeys" title="Passkeys" lead={lead}>
      {data ? (
        <>
          {data.items.length > 0 && <dl className="facts facts-named">{data.items.map(rowOf)}</dl>}
          {!asked && error}
          {window.PublicKeyCredential ? (
            <Button
              look="secondary"
              busyText={busy === 'adding' ? 'Waiting for your passkey…' : null}
              onClick={add}
            >
              {data.items.length > 0 ? 'Add another passkey' : 'Add a passkey'}
            </Button>
          ) : (
            <p className="small">This browser can’t make passkeys. Add one with another browser or device.</p>
          )}
        </>
      ) : (
        <PartLoading what="your passkeys" failure={unloaded} load={load} />
      )}
    </SectionPart>
  )

  function rowOf(passkey: Passkey) {
    const { id, name, lastUsedAt, createdAt } = passkey
    const question = asked?.about.id === id ? asked.change : null
    const named = <span className="visually-hidden"> {name}</span>
    const used = lastUsedAt
      ? `Last used ${momentText(Date.parse(lastUsedAt))}`
      : `Added ${dateText(Date.parse(createdAt))}. Not used yet.`
    return (
      <Fact
        key={id}
        icon={<KeyIcon />}
        label={name}
        value={question === 'renaming' ? renaming(passkey) : question ? removing(passkey) : used}
        note={question ? null : whereKept(passkey)}
        action={
          question ? null : (
            <div className="facts-actions">
              <Button look="quiet" id={`rename-${id}`} onClick={() => ask(passkey, 'renaming')}>
                Rename{named}
              </Button>
              <Button
                look="quiet"
                data-tone="loss"
                id={`remove-${id}`}
                onClick={() => ask(passkey, 'removing')}
              >
                Remove{named}
              </Button>
            </div>
          )
        }
      />
    )
  }

  function removing(passkey: Passkey) {
    return (
      <RowQuestion
        id="passkey-question"
        isLoss
        failure={error}
        text="Remove this passkey? It then no longer signs you in. Your account stays."
        confirm="Remove passkey"
        busyText={busy === 'removing' ? 'Removing…' : null}
        decline="Keep"
        onConfirm={() => remove(passkey)}
        onDecline={() => close(`remove-${passkey.id}`)}
      />
    )
  }

  function renaming(passkey: Passkey) {
    return (
      <RenameForm
        label="Name of the passkey"
        name={passkey.name}
        maxLength={passkeyNameMaxLength}
        fault={failure && fieldSentence(failure, 'name')}
        notice={error}
        isBusy={busy === 'renaming'}
        onSave={(name) => rename(name, passkey)}
        onCancel={() => close(`rename-${passkey.id}`)}
      />
    )
  }

  function ask(about: Passkey, change: 'renaming' | 'removing'): void {
    setFailure(null)
    setAsked({ about, change })
  }

  function close(buttonId: string): void {
    setFailure(null)
    setAsked(null)
    focusAfterQuestion(buttonId)
  }

  function add(): void {
    if (busy) return
    setAsked(null)
    const make = () =>
      newPasskey<Passkey, 'reloading'>(
        () => call(startPasskey, {}),
        (credential) => call(addPasskey, { body: { credential } }),
      )
    run('adding', make, (added) => {
      if (data) show([...data.items, added])
      onDone('Passkey added.')
    })
  }

  function rename(name: string, passkey: Passkey): void {
    if (busy) return
    if (!name) {
      setFailure(fieldFailure({ name: ['Enter a name'] }))
      return
    }
    run(
      'renaming',
      () => call(renamePasskey, { params: { id: passkey.id }, body: { name } }),
      (renamed) => {
        if (data) show(data.items.map((one) => (one.id === renamed.id ? renamed : one)))
        close(`rename-${passkey.id}`)
        onDone('Name saved.')
      },
    )
  }

  function remove(passkey: Passkey): void {
    run(
      'removing',
      () => call(removePasskey, { params: { id: passkey.id } }),
      () => {
        setAsked(null)
        if (data) show(data.items.filter((one) => one.id !== passkey.id))
        document.getElementById('passkeys')?.focus()
        onDone('Passkey removed.')
      },
    )
  }

  function show(items: Passkey[]): void {
    if (!data) return
    const now = { ...data, items }
    setData(now)
    import('../../session/make-passkey.ts').then(
      ({ signalPasskeys }) => signalPasskeys(now),
      () => {},
    )
  }
}

/** A passkey on one device is lost with the device. */
function whereKept({ name, keeper, isSynced }: Passkey): string {
  const where = keeper === null || keeper === name ? '' : `In ${keeper}. `
  return `${where}${isSynced ? 'Synced to your other devices.' : 'On one device only.'}`
}
