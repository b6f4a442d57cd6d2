import {
  beginIdentityLink,
  linkIdentity,
  listIdentities,
  removeIdentity,
} from '@foyer/contract/routes/identities'
import type { Result } from '@foyer/contract/routes/route'
import { providerNames, type SocialProvider } from '@foyer/contract/social/providers'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sentenceOf } from '../../api/failure.ts'
import { toBrowserTime } from '../../api/server-clock.ts'
import { agoText, dateText } from '../../flow/time-text.ts'
import { type SocialResult, takeResult } from '../../session/social/social-result.ts'
import { startUrl } from '../../session/social/start-url.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Fact } from '../fact.tsx'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'

export type Linked = Result<typeof listIdentities>['linked'][number]

export type LinkedAccountsProps = {
  /** Called with a sentence that the page shows. */
  onChanged: (text: string) => void
  onSignedOut: () => void
  leaveIfEnded: (sentence: string) => boolean
}

const lead = 'Sign in with one of these instead of your password or a code.'
const noneText =
  'None. To link Google, Facebook or Apple, choose it when you sign in, where it is offered, and confirm that it’s you.'
export const lastWayInText =
  'Your only way to sign in. To remove it, first set a password, add a passkey or verify an email.'

/** Lists the social accounts that sign the user in. The user links another one, and removes each after a confirmation. */
export function LinkedAccounts({ onChanged, onSignedOut, leaveIfEnded }: LinkedAccountsProps) {
  const { data, setData, failure: unloaded, load } = useLoaded(listIdentities, {}, leaveIfEnded)
  const [asked, setAsked] = useState<Linked | null>(null)
  /** The provider to which the browser is leaving. */
  const [destination, setDestination] = useState<SocialProvider | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, failure, setFailure, call, run } = useOwnCall<'removing' | SocialProvider>(onSignedOut)
  const notice = useRef<HTMLDivElement>(null)
  const returned = useEffectEvent(finishLink)

  useEffect(() => {
    if (failure || problem) notice.current?.focus()
  }, [failure, problem])
  useEffect(() => {
    const result = takeResult()
    if (result) returned(result)
    const stay = () => setDestination(null)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])

  const sentence = failure ? sentenceOf(failure) : problem
  const error = sentence && <ErrorNotice title={sentence} ref={notice} />
  const isEmpty = data?.linked.length === 0 && data.linkable.length === 0
  return (
    <SectionPart id="linked" title="Linked accounts" lead={isEmpty ? noneText : lead}>
      {!asked && error}
      {data ? (
        !isEmpty && (
          <dl className="facts">
            {data.linked.map(rowOf)}
            {data.linkable.map(linkableRow)}
          </dl>
        )
      ) : (
        <PartLoading what="your linked accounts" failure={unloaded} load={load} />
      )}
    </SectionPart>
  )

  function rowOf(account: Linked) {
    const { provider, isLastWayIn } = account
    const name = providerNames[provider]
    if (account === asked)
      return (
        <Fact
          key={provider}
          label={name}
          value={
            <RowQuestion
              id="remove-question"
              isLoss
              failure={error}
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
    return (
      <Fact
        key={provider}
        label={name}
        value={
          <>
            {account.email === null ? 'Linked' : <bdi>{account.email}</bdi>}
            <span className="facts-note">{usageText(account)}</span>
          </>
        }
        note={isLastWayIn ? lastWayInText : null}
        action={
          !isLastWayIn && (
            <Button look="quiet" data-tone="loss" id={`remove-${provider}`} onClick={() => ask(account)}>
              Remove<span className="visually-hidden"> {name}</span>
            </Button>
          )
        }
      />
    )
  }

  function linkableRow(provider: SocialProvider) {
    const name = providerNames[provider]
    const isBusy = busy === provider || destination === provider
    return (
      <Fact
        key={provider}
        label={name}
        value={<span className="facts-none">Not linked</span>}
        action={
          <Button look="quiet" busyText={isBusy ? 'One moment…' : null} onClick={() => begin(provider)}>
            Link<span className="visually-hidden"> {name}</span>
          </Button>
        }
      />
    )
  }

  /** Leaves for the provider, which sends the browser back to this page. */
  function begin(provider: SocialProvider): void {
    if (busy || destination) return
    setAsked(null)
    setProblem(null)
    run(
      provider,
      () => call(beginIdentityLink, { params: { provider } }),
      ({ ticket }) => {
        setDestination(provider)
        location.assign(startUrl(provider, { mode: 'redirect', link: ticket }))
      },
      goneMeanwhile,
    )
  }

  /** Links the account with which the browser came back. */
  function finishLink({ provider, reference, error: why }: SocialResult): void {
    const name = providerNames[provider]
    if (reference === null) {
      if (why === 'denied') onChanged(`You cancelled at ${name}. Nothing was linked.`)
      else setProblem(`${name} could not be linked. Please try again in a moment.`)
      return
    }
    run(
      provider,
      () => call(linkIdentity, { params: { provider }, body: { accessToken: reference } }),
      () => showChange(`${name} linked. You can now sign in with it.`),
      goneMeanwhile,
    )
  }

  /** Another tab has linked an account, which the list does not show yet. The user reads the refusal too. */
  function goneMeanwhile({ errors }: { errors: { code?: string } }): boolean {
    if (errors.code === 'provider-linked') load()
    return false
  }

  function ask(account: Linked): void {
    setFailure(null)
    setProblem(null)
    setAsked(account)
  }

  function keep(): void {
    setAsked(null)
    focusAfterQuestion(`remove-${asked?.provider}`)
  }

  function remove(account: Linked): void {
    const { provider } = account
    run(
      'removing',
      () => call(removeIdentity, { params: { provider } }),
      () => {
        setAsked(null)
        if (data) setData({ ...data, linked: data.linked.filter((other) => other !== account) })
        showChange(`${providerNames[provider]} removed.`)
      },
    )
  }

  /** Loads the list again: the change decides which account is the last way in. */
  function showChange(text: string): void {
    load()
    document.getElementById('linked')?.focus()
    onChanged(text)
  }
}

/** @example usageText(account) // 'Linked on March 1. Last used 3 days ago.' */
function usageText({ linkedAt, lastUsedAt }: Linked): string {
  const linked = `Linked on ${dateText(toBrowserTime(linkedAt))}.`
  return lastUsedAt === null ? linked : `${linked} Last used ${agoText(toBrowserTime(lastUsedAt))}.`
}
