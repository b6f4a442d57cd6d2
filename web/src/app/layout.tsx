import { pages, type RenderedPageName } from '@foyer/contract/pages'
import { navigationScrollThresholdPx } from '@foyer/contract/shared-values'
import { type ReactNode, useEffect, useState } from 'react'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { usePage } from '../platforms/page-context.ts'
import { PageShell } from '../ui/page/page-shell.tsx'
import { SiteFooter } from '../ui/page/site-footer.tsx'
import { SiteHeader } from '../ui/page/site-header.tsx'
import { PanelSlot } from './panel-slot.tsx'
import { SharedBar } from './shared-bar.tsx'
import { ToastSlot } from './toast-slot.tsx'

const partnerLogo = lazyComponent(() => import('./partner-logo.tsx'), 'PartnerLogo')

type LayoutProps = { page: RenderedPageName; navigation?: ReactNode; children: ReactNode }

const legalLabels = { terms: 'Terms', privacy: 'Privacy Policy', eula: 'EULA' } as const

/** Renders the header and footer of every page. Sign-in and sign-up may have a layout of their own. */
export function Layout({ page, navigation, children }: LayoutProps) {
  const { page: opened, brand, site, paths, year } = usePage()
  const [source, setSource] = useState<string | null>(null)
  const PartnerLogo = useLazyComponent(partnerLogo, source !== null, true)
  useEffect(() => setSource(new URLSearchParams(location.search).get('login_source')), [])
  const help = paths.help ? [{ label: 'Help', href: paths.help }] : []
  // A popup or a frame has no room for the full header and footer.
  const isInWindow = pages[opened].window !== undefined
  // The page of the sign-out has the same button itself, and a page without React leaves at once.
  const hasSharedBar = !isInWindow && pages[page].kind === 'react' && page !== 'logout-everywhere'
  const legal = isInWindow
    ? [{ label: 'Privacy', href: site.links.privacy }]
    : brand.legal.map((name) => ({ label: legalLabels[name], href: site.links[name] }))
  return (
    <PageShell
      layout={pages[page].hasPanel ? brand.layout : 'card'}
      header={
        <>
          {hasSharedBar && <SharedBar page={page} />}
          <SiteHeader
            provider={site.provider}
            platform={brand.displayName}
            href={paths.signIn}
            solidAfterPx={navigationScrollThresholdPx}
          >
            {source && PartnerLogo && <PartnerLogo source={source} />}
            {!isInWindow && navigation}
          </SiteHeader>
        </>
      }
      footer={
        <SiteFooter links={[...help, ...legal]} owner={isInWindow ? null : `© ${year} ${site.provider}`} />
      }
      panel={<PanelSlot />}
      toast={<ToastSlot />}
    >
      {children}
    </PageShell>
  )
}
