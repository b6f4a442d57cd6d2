/**
 * Lists the ISO 4217 currencies that some country uses, from countries-list. Numbers and minor units are those of ISO 4217,
 * because Node's Intl has the digits that people write (Hungarian forints without decimals). Names and symbols come
 * from Intl.
 */
import { countries } from 'countries-list'
import type { ListItem } from './list-item.ts'

/** Units of account of banks, in which nobody is paid. */
const funds: readonly string[] = ['BOV', 'CHE', 'CHW', 'CLF', 'USN', 'UYI']

/** The code and number of each currency, and the digits of its minor unit if they are not two. */
const numbers = `
  AED784 AFN971 ALL008 AMD051 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BHD048.3 BIF108.0 BMD060 BND096
  BOB068 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHF756 CLP152.0 CNY156 COP170 CRC188 CUP192 CVE132
  CZK203 DJF262.0 DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 GEL981 GHS936 GIP292 GMD270
  GNF324.0 GTQ320 GYD328 HKD344 HNL340 HTG332 HUF348 IDR360 ILS376 INR356 IQD368.3 IRR364 ISK352.0 JMD388 JOD400.3
  JPY392.0 KES404 KGS417 KHR116 KMF174.0 KPW408 KRW410.0 KWD414.3 KYD136 KZT398 LAK418 LBP422 LKR144 LRD430 LSL426
  LYD434.3 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446 MRU929 MUR480 MVR462 MWK454 MXN484 MYR458 MZN943 NAD516
  NGN566 NIO558 NOK578 NPR524 NZD554 OMR512.3 PAB590 PEN604 PGK598 PHP608 PKR586 PLN985 PYG600.0 QAR634 RON946 RSD941
  RUB643 RWF646.0 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654 SLE925 SOS706 SRD968 SSP728 STN930 SVC222 SYP760
  SZL748 THB764 TJS972 TMT934 TND788.3 TOP776 TRY949 TTD780 TWD901 TZS834 UAH980 UGX800.0 USD840 UYU858 UZS860 VES928
  VND704.0 VUV548.0 WST882 XAF950.0 XCD951 XCG532 XOF952.0 XPF953.0 YER886 ZAR710 ZMW967 ZWG924`

const rows = new Map(
  numbers
    .trim()
    .split(/\s+/)
    .map((row) => [row.slice(0, 3), { number: row.slice(3, 6), minorUnits: Number(row[7] ?? 2) }]),
)

const names = new Intl.DisplayNames('en', { type: 'currency' })

/** Lists the currencies; throws if the package has a new currency without a row above. */
export function listCurrencies(): ListItem[] {
  const used = new Set(Object.values(countries).flatMap(({ currency }) => currency))
  return [...used]
    .filter((code) => !funds.includes(code))
    .sort()
    .map((code) => {
      const row = rows.get(code)
      if (!row) throw new Error(`currencies.ts has no ISO 4217 number of ${code}`)
      return { code, name: names.of(code) ?? code, details: { code, ...row, symbol: symbolOf(code) } }
    })
}

/** Returns the short symbol, such as '₹', or the code if the currency has no symbol. */
function symbolOf(code: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  })
  return format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? code
}
