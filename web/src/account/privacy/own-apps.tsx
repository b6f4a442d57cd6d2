import { listApps, removeApp } from '@foyer/contract/routes/apps'
import type { Result } from '@foyer/contract/routes/route'
import { scopeSentences } from '@foyer/contract/scopes'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/failure.ts'
import { toBrowserTime } from '../../api/server-clock.ts'
import { dateText } from '../../flow/time-text.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Fact } from '../fact.tsx'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import type { Section } from '../use-section.ts'

type App = Result<typeof listApps>[number]

/** Lists the apps that the user lets read the account. The user removes the access of each after a confirmation. */
export function OwnApps({ section: { leave, leaveIfEnded } }: { section: Section }) {
  const { data, setData, failure: unloaded, load } = useLoaded(listApps, {}, leaveIfEnded)
  const [asked, setAsked] = useState<App | null>(null)
  const { busy, failure, setFailure, call, run } = useOwnCall<'removing'>(leave)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])
  const sentence = failure && sentenceOf(failure)
  const error = sentence && <ErrorNotice title={sentence} ref={notice} />
  const lead = data?.length === 0 ? 'None. An app of another organisation asks you first.' : null
  return (
    <SectionPart id="apps" title="Apps that may read your account" lead={lead}>
      {data ? (
        data.length > 0 && <dl className="facts facts-named facts-long">{data.map(rowOf)}</dl>
      ) : (
        <PartLoading what="your apps" failure={unloaded} load={load} />
      )}
    </SectionPart>
  )

  function rowOf(app: App) {
    const { clientId, name, scopes, since } = app
    if (app === asked)
      return (
        <Fact
          key={clientId}
          label={name}
          value={
            <RowQuestion
              id="remove-app-question"
              isLoss
              failure={error}
              text={`Remove the access of ${name}? It is signed out, and asks you again at its next sign-in.`}
              confirm={`Remove ${name}`}
              busyText={busy ? 'Removing…' : null}
              decline="Keep"
              onConfirm={() => remove(app)}
              onDecline={keep}
            />
          }
        />
      )
    const may = scopes.flatMap((scope) => scopeSentences[scope] ?? [])
    return (
      <Fact
        key={clientId}
        label={name}
        value={
          <>
            {`May ${['recognise your account', ...may].join(', ')}.`}
            <span className="facts-note">{`Since ${dateText(toBrowserTime(since))}.`}</span>
          </>
        }
        action={
          <Button look="quiet" data-tone="loss" id={`remove-${clientId}`} onClick={() => ask(app)}>
            Remove access<span className="visually-hidden"> of {name}</span>
          </Button>
        }
      />
    )
  }

  function ask(app: App): void {
    setFailure(null)
    setAsked(app)
  }

  function keep(): void {
    setAsked(null)
    focusAfterQuestion(`remove-${asked?.clientId}`)
  }

  function remove(app: App): void {
    const { clientId, name } = app
    run(
      'removing',
      () => call(removeApp, { params: { clientId } }),
      () => {
        setAsked(null)
        setData((data ?? []).filter((other) => other !== app))
        document.getElementById('apps')?.focus()
        announce(`${name} can no longer read your account.`)
      },
    )
  }
}
