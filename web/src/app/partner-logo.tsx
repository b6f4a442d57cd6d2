/** Shows the logo of the partner that `login_source` names (product 2.3). */
import itu from '../platforms/partners/itu.svg'
import ryan from '../platforms/partners/ryan.svg'
import { partnerOf } from '../platforms/partners.ts'
import './partner-logo.css'

export type PartnerLogoProps = { source: string }

const logos: Readonly<Record<string, string>> = { itu, ryan }

/** Renders nothing for an unknown source. */
export function PartnerLogo({ source }: PartnerLogoProps) {
  const logo = partnerOf(source)?.logo
  return logo ? <img className="partner-logo" src={logos[source]} {...logo} alt={logo.alt} /> : null
}
