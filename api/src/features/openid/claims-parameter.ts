/** Reads the parameter `claims`, with which a client asks for single claims (OpenID Connect Core 1.0 §5.5). */
import { isScope, type Scope } from '@foyer/contract/scopes'
import * as v from 'valibot'
import { claimsOfScope } from './user-claims.ts'

const value = v.optional(v.unknown())
const asked = v.nullable(
  v.object({ essential: v.optional(v.boolean()), value, values: v.optional(v.array(v.unknown())) }),
)
const members = v.optional(v.record(v.string(), asked), {})
const claims = v.object({ userinfo: members, id_token: members })

export type AskedClaims = {
  /** The scopes that have the claims: a client gets a claim with its scope, as the user agrees to it. */
  scopes: Scope[]
  /** The subjects that the client names; the user must be each of them. */
  subjects: string[]
  /** `required`: the client gets no code without two factors. */
  twoFactors: 'required' | 'asked' | null
  /** The client demands an assurance that does not exist. */
  isImpossible: boolean
}

const nothing: AskedClaims = { scopes: [], subjects: [], twoFactors: null, isImpossible: false }

/** Returns null for a value that is not the JSON of the standard. Claims that Foyer does not have are ignored. */
export function readClaims(json: string | undefined): AskedClaims | null {
  if (json === undefined) return nothing
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), claims), json)
  if (!read.success) return null
  const { userinfo, id_token: idToken } = read.output
  const names = new Set([...Object.keys(userinfo), ...Object.keys(idToken)])
  const scopes = Object.entries(claimsOfScope).flatMap(([scope, all]) =>
    isScope(scope) && all.some((name) => names.has(name)) ? [scope] : [],
  )
  const subjects = [userinfo.sub?.value, idToken.sub?.value].filter((sub) => sub !== undefined).map(String)
  const { acr } = idToken
  const values = [acr?.value, ...(acr?.values ?? [])].filter((each) => each !== undefined).map(String)
  const isEssential = acr?.essential === true && values.length > 0
  return {
    scopes,
    subjects,
    twoFactors: twoFactorsIn(values, isEssential),
    isImpossible: isEssential && !values.some((each) => each === '1' || each === '2'),
  }
}

/** Values are in the order of preference, and essential ones must be met (§5.5.1.1). */
function twoFactorsIn(values: readonly string[], isEssential: boolean): AskedClaims['twoFactors'] {
  if (isEssential && values.includes('2') && !values.includes('1')) return 'required'
  return values[0] === '2' ? 'asked' : null
}
