/** Lists the settings of the social providers: the credentials that each provider issued, and its URLs. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { socialProviders } from '@foyer/contract/social/providers'
import * as v from 'valibot'
import * as kind from './setting-kinds.ts'

const word = kind.matching(/^[\x21-\x7e]{1,512}$/, 'must be one word')
const appleId = kind.matching(/^[A-Z0-9]{10}$/, 'must be ten capital letters and digits')
/** Plain http is accepted for this machine only; in production a rule refuses that too. */
const address = v.pipe(
  kind.secureUrl(false),
  v.check((given) => !/[?#]/.test(given), 'must have no query or fragment'),
  v.transform(kind.withoutEndSlashes),
)

export const socialSettings = {
  /** The installation's OAuth client at Google ([social-sign-in](social-sign-in.md)). */
  GOOGLE_CLIENT_ID: v.optional(word),
  /** The secret of the Google client. */
  GOOGLE_CLIENT_SECRET: v.optional(word),
  /** The issuer of Google's ID tokens. */
  GOOGLE_ISSUER: v.optional(address, 'https://accounts.google.com'),
  /** The installation's app at Facebook. */
  FACEBOOK_APP_ID: v.optional(kind.matching(/^[0-9]{5,32}$/, 'must be digits')),
  /** The secret of the Facebook app. */
  FACEBOOK_APP_SECRET: v.optional(word),
  /** The URL of the Graph API, with its version. */
  FACEBOOK_GRAPH_URL: v.optional(address, 'https://graph.facebook.com/v23.0'),
  /** The URL of the sign-in dialog, with its version. */
  FACEBOOK_DIALOG_URL: v.optional(address, 'https://www.facebook.com/v23.0/dialog/oauth'),
  /** The installation's Services ID at Apple. */
  APPLE_CLIENT_ID: v.optional(
    kind.matching(/^[\w.-]{1,255}$/, 'must be a Services ID like org.provider.accounts'),
  ),
  /** The Apple team that owns the Services ID. */
  APPLE_TEAM_ID: v.optional(appleId),
  /** The id of the key that signs the client secrets for Apple. */
  APPLE_KEY_ID: v.optional(appleId),
  /** The signing key for Apple: the content of the `.p8` file, with line breaks or `\n` for each. */
  APPLE_PRIVATE_KEY: v.optional(
    v.pipe(
      kind.text,
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const key = readP256(dataset.value.replaceAll('\\n', '\n'))
        if (key) return key
        addIssue({ message: 'must be the content of the .p8 file from Apple' })
        return NEVER
      }),
    ),
  ),
  /** The issuer of Apple's ID tokens. */
  APPLE_ISSUER: v.optional(address, 'https://appleid.apple.com'),
}

type SocialSettings = v.InferOutput<ReturnType<typeof asObject>>

function asObject() {
  return v.object(socialSettings)
}

/** The credentials that each provider issued: all of a provider's are set, or none. */
export const issuedSettings = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  facebook: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
} as const

export const providerAddresses = [
  'GOOGLE_ISSUER',
  'FACEBOOK_GRAPH_URL',
  'FACEBOOK_DIALOG_URL',
  'APPLE_ISSUER',
] as const

/** Returns null for a provider at which the installation is not registered. */
export function toSocial(settings: SocialSettings) {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, FACEBOOK_APP_ID, FACEBOOK_APP_SECRET } = settings
  const { APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = settings
  const social = {
    google:
      GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
        ? { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET, issuer: settings.GOOGLE_ISSUER }
        : null,
    facebook:
      FACEBOOK_APP_ID && FACEBOOK_APP_SECRET
        ? {
            appId: FACEBOOK_APP_ID,
            appSecret: FACEBOOK_APP_SECRET,
            graphUrl: settings.FACEBOOK_GRAPH_URL,
            dialogUrl: settings.FACEBOOK_DIALOG_URL,
          }
        : null,
    apple:
      APPLE_CLIENT_ID && APPLE_TEAM_ID && APPLE_KEY_ID && APPLE_PRIVATE_KEY
        ? {
            clientId: APPLE_CLIENT_ID,
            teamId: APPLE_TEAM_ID,
            keyId: APPLE_KEY_ID,
            privateKey: APPLE_PRIVATE_KEY,
            issuer: settings.APPLE_ISSUER,
          }
        : null,
  }
  return { ...social, configured: socialProviders.filter((provider) => social[provider] !== null) }
}

/** Reads an Apple key, which is PKCS#8 on P-256; null for any other key. */
function readP256(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
  } catch {
    return null
  }
}
