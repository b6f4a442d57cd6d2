/** Shows the logo of the partner that sent the user, by `login_source` (Spec 2.3). */
import itu from '../platforms/partners/itu.svg'

export type PartnerLogoProps = { source: string }

type Partner = { name: string; logo: string; width: number; height: number }

const partners: Record<string, Partner | undefined> = {
  itu: { name: 'ITU', logo: itu, width: 84, height: 32 },
}

/** Renders nothing for an unknown source. */
export function PartnerLogo({ source }: PartnerLogoProps) {
  const partner = Object.hasOwn(partners, source) ? partners[source] : undefined
  if (!partner) return null
  const { name, logo, width, height } = partner
  return <img className="partner-logo" src={logo} alt={name} width={width} height={height} />
}
