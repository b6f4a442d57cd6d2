/** Partners that send people to sign in, by their `login_source`: their logo joins the header (Spec 2.3). */
import itu from './partners/itu.svg'

export type PartnerBrand = { name: string; logo: string; width: number; height: number }

export const partnerBrands: Record<string, PartnerBrand | undefined> = {
  itu: { name: 'ITU', logo: itu, width: 84, height: 32 },
}
