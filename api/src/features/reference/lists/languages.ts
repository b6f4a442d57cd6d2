/**
 * Lists the languages: those of ISO 639-1 from countries-list with its native names and Intl's English names, and some
 * of ISO 639-3 without a two-letter code, such as the scheduled languages of India.
 */
import { languages as packaged } from 'countries-list'
import type { ListItem } from './list-item.ts'

/** Codes that ISO 639-1 has withdrawn: Bihari languages, Moldovan and Serbo-Croatian. */
const withdrawn: readonly string[] = ['bh', 'mo', 'sh']

/** Corrects Intl, which calls Twi Akan and Bengali Bangla, and lacks sign languages in some builds. */
const ownNames: Readonly<Record<string, string>> = {
  ase: 'American Sign Language',
  bfi: 'British Sign Language',
  bn: 'Bengali',
  ins: 'Indian Sign Language',
  tw: 'Twi',
}

/** ISO 639-3 codes and native names. */
const more: Readonly<Record<string, string>> = {
  ase: 'American Sign Language',
  awa: 'अवधी',
  bfi: 'British Sign Language',
  bho: 'भोजपुरी',
  brx: 'बड़ो',
  ceb: 'Cebuano',
  ckb: 'کوردیی ناوەندی',
  doi: 'डोगरी',
  hak: '客家話',
  haw: 'ʻŌlelo Hawaiʻi',
  ilo: 'Ilokano',
  ins: 'Indian Sign Language',
  kab: 'Taqbaylit',
  kok: 'कोंकणी',
  luo: 'Dholuo',
  mag: 'मगही',
  mai: 'मैथिली',
  mni: 'ꯃꯤꯇꯩꯂꯣꯟ',
  nan: '閩南語',
  nso: 'Sesotho sa Leboa',
  pcm: 'Naijíriá Píjin',
  raj: 'राजस्थानी',
  sat: 'ᱥᱟᱱᱛᱟᱲᱤ',
  sco: 'Scots',
  syr: 'ܣܘܪܝܝܐ',
  tcy: 'ತುಳು',
  tpi: 'Tok Pisin',
  yue: '粵語',
  zgh: 'ⵜⴰⵎⴰⵣⵉⵖⵜ',
}

const names = new Intl.DisplayNames('en', { type: 'language' })

export function listLanguages(): ListItem[] {
  const codes = Object.entries(packaged).filter(([code]) => !withdrawn.includes(code))
  const native = [...codes.map(([code, { native }]) => [code, native] as const), ...Object.entries(more)]
  return native
    .map(([code, nativeName]) => ({
      code,
      name: ownNames[code] ?? names.of(code) ?? code,
      details: { code, nativeName },
    }))
    .sort((a, b) => (a.code < b.code ? -1 : 1))
}
