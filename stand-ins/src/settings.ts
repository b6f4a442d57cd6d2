/**
 * The registration of Foyer at the stand-ins, and the settings of the service that follow from it. Nothing here is a
 * secret: the ids, the secrets and the private key open accounts of the stand-ins alone, which nobody has.
 */

export const standInHost = '127.0.0.1'
export const defaultStandInPort = 4_150

export const registrations = {
  google: { clientId: 'foyer-google', clientSecret: 'foyer-google-secret' },
  facebook: { appId: '1000000000000001', appSecret: 'foyer-facebook-secret' },
  apple: { clientId: 'test.foyer.web', teamId: 'FOYERTEAM1', keyId: 'FOYERKEY01' },
} as const

/** Applications of others at the same providers: their tokens must not sign anybody in at Foyer. */
export const foreignRegistrations = {
  google: { clientId: 'somebody-else', clientSecret: 'somebody-else-secret' },
  facebook: { appId: '1000000000000002', appSecret: 'somebody-else-secret' },
  apple: { clientId: 'example.somebody.else' },
} as const

/** Signs the client secrets of Foyer at the stand-in for Apple; the stand-in has the public half alone. */
const applePrivateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrnnB8jnlSaNCW0iH
NQdmr9wWON3+9NBDkzWet5v4oiyhRANCAAShH0dqyjH73ae8Xnl+RzSbi8ecLIYD
zeVIskKjA+dVyxroVMb3bFAFbuco0utk0X9QiIkaIKHuHnBVwbN8R1fx
-----END PRIVATE KEY-----`

export const applePublicKey = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoR9Hasox+92nvF55fkc0m4vHnCyG
A83lSLJCowPnVcsa6FTG92xQBW7nKNLrZNF/UIiJGiCh7h5wVcGzfEdX8Q==
-----END PUBLIC KEY-----`

/** Returns the variables of the environment with which the service uses the stand-ins on a port. */
export function standInSettings(port: number): Record<string, string> {
  const url = `http://${standInHost}:${port}`
  return {
    GOOGLE_CLIENT_ID: registrations.google.clientId,
    GOOGLE_CLIENT_SECRET: registrations.google.clientSecret,
    GOOGLE_ISSUER: `${url}/google`,
    FACEBOOK_APP_ID: registrations.facebook.appId,
    FACEBOOK_APP_SECRET: registrations.facebook.appSecret,
    FACEBOOK_GRAPH_URL: `${url}/facebook/graph`,
    FACEBOOK_DIALOG_URL: `${url}/facebook/dialog/oauth`,
    APPLE_CLIENT_ID: registrations.apple.clientId,
    APPLE_TEAM_ID: registrations.apple.teamId,
    APPLE_KEY_ID: registrations.apple.keyId,
    APPLE_PRIVATE_KEY: applePrivateKey,
    APPLE_ISSUER: `${url}/apple`,
  }
}

/**
 * Returns the settings of the stand-ins for those providers that the environment says nothing of: a developer may try
 * one of them with a registration of their own.
 */
export function missingSettings(
  env: Record<string, string | undefined>,
  port: number,
): Record<string, string> {
  const providerOf = (name: string) => name.slice(0, name.indexOf('_'))
  const own = new Set(
    Object.keys(standInSettings(port))
      .filter((name) => env[name] || env[`${name}_FILE`])
      .map(providerOf),
  )
  return Object.fromEntries(
    Object.entries(standInSettings(port)).filter(([name]) => !own.has(providerOf(name))),
  )
}

/** Returns the address at which the service takes the answer of a provider. */
export function callbackUrl(publicBaseUrl: string, provider: keyof typeof registrations): string {
  return `${publicBaseUrl}/api/auth/social/${provider}/callback`
}
