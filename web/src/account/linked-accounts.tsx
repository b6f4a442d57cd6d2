import { listIdentities, removeIdentity } from '@foyer/contract/routes/identities'
import type { Result } from '@foyer/contract/routes/route'
import { providerNames } from '@foyer/contract/social/providers'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sentenceOf } from '../api/failure.ts'
import { Button } from '../ui/feedback/button.tsx'
import { ErrorNotice } from '../ui/feedback/notice.tsx'
import { Fact } from './account-facts.tsx'
import { focusAfterQuestion, RowQuestion } from './row-question.tsx'
import { useOwnCall } from './use-own-call.ts'

type Linked = Result<typeof listIdentities>[number]

export type LinkedAccountsProps = {
  /** Called with a sentence that the page shows. */
  onRemoved: (text: string) => void
  onSignedOut: () => void
}

/** Lists the social accounts that sign the user in. The user can remove each after a confirmation. */
export function LinkedAccounts({ onRemoved, onSignedOut }: LinkedAccountsProps) {
  const [linked, setLinked] = useState<Linked[] | 'unknown'>([])
  const [asked, setAsked] = useState<Linked | null>(null)
  const { busy, failure, setFailure, call, run } = useOwnCall<'removing'>(onSignedOut)
  const notice = useRef<HTMLDivElement>(null)

  const load = useEffectEvent(readList)
  useEffect(() => {
    load()
  }, [])
  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])

  if (linked === 'unknown')
    return (
      <Fact
        label="Linked accounts"
        value={<span className="facts-none">Could not be loaded</span>}
        action={
          <Button look="quiet" onClick={readList}>
            Try again
          </Button>
        }
      />
    )
  return linked.map((account) => {
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
  })

  async function readList(): Promise<void> {
    const answer = await call(listIdentities, {})
    // The account page itself detects that the session has ended.
    if (answer !== 'reloading') setLinked(answer.isSuccessful ? answer.data : 'unknown')
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
        setLinked((held) => (held === 'unknown' ? held : held.filter((other) => other !== account)))
        document.getElementById('title')?.focus()
        onRemoved(`${providerNames[account.provider]} removed.`)
      },
    )
  }
}
