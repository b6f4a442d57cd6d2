import { withQuery } from '@foyer/contract/addresses'
import { useEffect, useEffectEvent, useState } from 'react'
import { networkFailure } from '../api/failure.ts'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { navigate } from '../flow/navigation/navigate.ts'
import { showPage } from '../flow/navigation/page-history.ts'
import { useTitle } from '../flow/navigation/use-title.ts'
import { usePage } from '../platforms/page-context.ts'
import { handOverToExternal, type Outcome } from '../session/handover.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { Card } from '../ui/page/card.tsx'
import { Door } from '../ui/page/door.tsx'
import { NotAllowedNotice } from './not-allowed-notice.tsx'
import '../ui/feedback/handover.css'

const stoppedNotice = lazyComponent(() => import('../flow/form/stopped-notice.tsx'), 'StoppedNotice')

type Stop = Exclude<Outcome, { kind: 'invalid-url' }>

/** Hands a signed-in user over to the external site. Any other user signs in first and returns here (product 2.1). */
export function ZoomAuthPage() {
  const { platform, site, paths } = usePage()
  const { external } = site
  if (!external) throw new Error('The page has no external site')
  const [isGoing, setGoing] = useState(external.isAllowed)
  const [stop, setStop] = useState<Stop | null>(null)
  const StoppedNotice = useLazyComponent(stoppedNotice, stop !== null)
  const takingYou = `Taking you to ${external.name}…`
  useTitle(`Continue to ${external.name}`)

  const go = useEffectEvent(async (signal: AbortSignal) => {
    const search = new URLSearchParams(location.search)
    const result = await handOverToExternal({ platform, site, search }, 'zoom', external, signal).catch(
      () => ({ kind: 'failed', failure: networkFailure() }) as const,
    )
    if (signal.aborted || result.kind === 'reloading') return
    if (result.kind === 'go') location.replace(result.url)
    else if (result.kind === 'signed-out') {
      const signIn = withQuery(paths.signIn.split('?', 1)[0] ?? '/', search, {
        platform,
        return: 'zoom-auth',
      })
      navigate(signIn, platform, { replace: true })
    } else {
      setGoing(false)
      if (result.kind === 'invalid-url') showPage('invalid-url')
      else setStop(result)
    }
  })
  useEffect(() => {
    if (!isGoing) return
    const controller = new AbortController()
    go(controller.signal)
    return () => controller.abort()
  }, [isGoing])
  useEffect(() => {
    const reloadWhenBack = (event: PageTransitionEvent) => event.persisted && location.reload()
    addEventListener('pageshow', reloadWhenBack)
    return () => removeEventListener('pageshow', reloadWhenBack)
  }, [])

  if (!external.isAllowed || (stop?.kind === 'failed' && stop.failure.errors.code === 'no-access')) {
    return (
      <Card>
        <NotAllowedNotice name={external.name} />
      </Card>
    )
  }
  if (stop && StoppedNotice) {
    return (
      <Card>
        <StoppedNotice
          outcome={stop}
          place={external.name}
          busyText={isGoing ? takingYou : null}
          onRetry={() => setGoing(true)}
        />
      </Card>
    )
  }
  return (
    <div className="handover" data-shown>
      <PageSpinner text={takingYou}>
        <Door />
      </PageSpinner>
    </div>
  )
}
