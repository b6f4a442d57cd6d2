import { type ReactNode, useEffect, useState } from 'react'
import { Mark } from './mark.tsx'
import './site-header.css'

type SiteHeaderProps = {
  provider: string
  platform: string
  href: string
  /** The header gets a background after the user has scrolled this far. */
  solidAfterPx: number
  children?: ReactNode
}

export function SiteHeader({ provider, platform, href, solidAfterPx, children }: SiteHeaderProps) {
  const [isSolid, setSolid] = useState(false)
  useEffect(() => {
    const look = () => setSolid(scrollY > solidAfterPx)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [solidAfterPx])
  return (
    <header className={isSolid ? 'site-header site-header-solid' : 'site-header'}>
      <a className="site-header-brand" href={href}>
        <Mark />
        <span className="site-header-names">
          <span className="site-header-provider">{provider}</span>
          <span className="site-header-platform">{platform}</span>
        </span>
      </a>
      {children}
    </header>
  )
}
