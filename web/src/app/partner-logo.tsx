import { partnerBrands } from '../platforms/partner-brands.ts'

export type PartnerLogoProps = { source: string }

/** The logo of the partner who sent somebody here; nothing for a source we do not know. */
export function PartnerLogo({ source }: PartnerLogoProps) {
  const partner = Object.hasOwn(partnerBrands, source) ? partnerBrands[source] : undefined
  if (!partner) return null
  const { name, logo, width, height } = partner
  return <img className="partner-logo" src={logo} alt={name} width={width} height={height} />
}
