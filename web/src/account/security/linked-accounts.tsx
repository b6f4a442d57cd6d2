import { listIdentities, removeIdentity } from '@foyer/contract/routes/identities'
import type { Result } from '@foyer/contract/routes/route'
import { providerNames } from '@foyer/contract/social/providers'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/failure.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Fact } from '../account-facts.tsx'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'

type Linked = Result<typeof listIdentities>[number]

export type LinkedAccountsProps = {
  /** Called with a sentence that the page shows. */
  onRemoved: (text: string) => void
  onSignedOut: () => void
  leaveIfEnded: (sentence: string) => boolean
}

/** Lists the social accounts that sign the user in. The user can remove each after a confirmation. */
export function LinkedAccounts({ onRemoved, onSignedOut, leaveIfEnded }: LinkedAccountsProps) {
  const { data: linked, setData, failure: unloaded, load } = useLoaded(listIdentities, {}, leaveIfEnded)
  const [asked, setAsked] = useState<Linked | null>(null)
  const { busy, failure, setFailure, call, run } = useOwnCall<'removing'>(onSignedOut)
  const notice = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])

  return (
    <SectionPart
      id="linked"
      title="Linked accounts"
      lead={
        linked?.length === 0 &&
        'None. To link Google, Facebook or Apple, choose it when you sign in, where it is offered, and confirm that it’s you.'
      }
    >
      {linked ? (
        linked.length > 0 && <dl className="facts">{linked.map(rowOf)}</dl>
      ) : (
        <PartLoading what="your linked accounts" failure={unloaded} load={load} />
      )}
    </SectionPart>
  )

  function rowOf(account: Linked) {
    const name = providerNames[account.provider]
    if (account !== asked)
      return (
        <Fact
          key={account.provider}
          label={name}
          value={account.email ?? 'Linked'}
          action={
            <Button look="quiet" id={`remove-${account.provider}`} onClick={() => ask(account)}>
              Remove<span className="visually-hidden"> {name}</span>
            </Button>
          }
        />
      )
    return (
      <Fact
        key={account.provider}
        label={name}
        value={
          <RowQuestion
            id="remove-question"
            failure={failure && <ErrorNotice title={sentenceOf(failure)} ref={notice} />}
            text={`Remove ${name}? You can then no longer sign in with it. Your account stays.`}
            confirm={`Remove ${name}`}
            busyText={busy ? 'Removing…' : null}
            decline="Keep"
            onConfirm={() => remove(account)}
            onDecline={keep}
          />
        }
      />
    )
  }

  function ask(account: Linked): void {
    setFailure(null)
    setAsked(account)
  }

  function keep(): void {
    setAsked(null)
    focusAfterQuestion(`remove-${asked?.provider}`)
  }

  function remove(account: Linked): void {
    const params = { provider: account.provider }
    run(
      'removing',
      () => call(removeIdentity, { params }),
      () => {
        setAsked(null)
        if (linked) setData(linked.filter((other) => other !== account))
        document.getElementById('linked')?.focus()
        onRemoved(`${providerNames[account.provider]} removed.`)
      },
    )
  }
}
