import {
  type DataExport,
  downloadExport,
  type ExportFormat,
  getExport,
  requestExport,
} from '@foyer/contract/routes/data-export'
import { useEffect, useEffectEvent, useRef } from 'react'
import { noticeOf } from '../../api/failure.ts'
import { dateText } from '../../flow/time-text.ts'
import { usePage } from '../../platforms/page-context.ts'
import { downloadOwn } from '../../session/own-call.ts'
import { saveFile } from '../../session/signed-in-file.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import type { Section } from '../use-section.ts'

/** How often the page asks while the files are made. */
const pollMs = 2_000

const files: readonly { format: ExportFormat; text: string; about: string }[] = [
  { format: 'html', text: 'Download as a page', about: ', a page for your browser' },
  { format: 'json', text: 'Download as data', about: ', JSON' },
]

/** Has files made of everything that is stored about the user, shows how far they are, and downloads them. */
export function YourData({ section: { user, leave, leaveIfEnded } }: { section: Section }) {
  const { platform } = usePage()
  const { data, setData, failure: unloaded, load } = useLoaded(getExport, {}, leaveIfEnded)
  const { busy, failure, call, run } = useOwnCall<'asking' | ExportFormat>(leave)
  const notice = useRef<HTMLDivElement>(null)
  const wasWaiting = useRef(false)
  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])
  const poll = useEffectEvent(load)
  useEffect(() => {
    if (data?.state === 'waiting') {
      const timer = setTimeout(() => poll(), pollMs)
      wasWaiting.current = true
      return () => clearTimeout(timer)
    }
    if (data && wasWaiting.current) {
      wasWaiting.current = false
      announce(data.state === 'ready' ? 'Your data is ready.' : notMade)
    }
  }, [data])
  const text = failure && noticeOf(failure)
  return (
    <SectionPart
      id="data-title"
      title="Your data"
      lead="Everything that we store about you, as two files: a page to read, and one for programs."
    >
      {unloaded || !data ? (
        <PartLoading what="your files" failure={unloaded} load={load} />
      ) : (
        <>
          {text && <ErrorNotice title={text} ref={notice} />}
          {data.state === 'waiting' && <Waiting percent={data.percent} isMailed={Boolean(user?.email)} />}
          {data.state === 'failed' && <ErrorNotice title={notMade} />}
          {data.state === 'ready' && (
            <>
              <p>
                Made on {day(data.requestedAt)}. You can download the files until {day(data.expiresAt)}, while
                you’re signed in.
              </p>
              <div className="data-files">
                {files.map(({ format, text: label, about }) => (
                  <Button
                    key={format}
                    look="secondary"
                    busyText={busy === format ? 'Downloading…' : null}
                    onClick={() => download(format)}
                  >
                    {label}
                    <span className="visually-hidden">{about}</span>
                  </Button>
                ))}
              </div>
            </>
          )}
          {data.state !== 'waiting' && (
            <Button
              look={data.state === 'ready' ? 'quiet' : 'secondary'}
              busyText={busy === 'asking' ? 'Requesting…' : null}
              onClick={ask}
            >
              {askText[data.state]}
            </Button>
          )}
        </>
      )}
    </SectionPart>
  )

  function ask(): void {
    if (!busy) run('asking', () => call(requestExport, {}), setData)
  }

  function download(format: ExportFormat): void {
    if (busy) return
    run(
      format,
      () => downloadOwn(platform, downloadExport, { query: { format } }),
      saveFile,
      ({ statusCode }) => {
        // The files have expired, or another tab has asked for newer ones.
        if (statusCode === 404) load()
        return statusCode === 404
      },
    )
  }
}

const notMade = 'We couldn’t get your data ready. Please try again.'

const askText: Record<Exclude<DataExport['state'], 'waiting'>, string> = {
  none: 'Get your data',
  failed: 'Try again',
  ready: 'Make new files',
}

function Waiting({ percent, isMailed }: { percent: number; isMailed: boolean }) {
  return (
    <div className="data-waiting">
      <label>
        We’re getting your data ready: {`${percent}\u00a0%`}
        <progress max={100} value={percent} />
      </label>
      <p className="small">
        You can leave this page.{' '}
        {isMailed
          ? 'We’ll email you when the files are ready.'
          : 'The files will be here when you come back.'}
      </p>
    </div>
  )
}

function day(time: string | null): string {
  return time === null ? '' : dateText(Date.parse(time))
}
