/**
 * Defines Foyer's registration at the stand-ins, and the resulting settings of the service. Nothing here is secret: the
 * ids, secrets and the private key are valid only at the stand-ins.
 */

export const standInHost = '127.0.0.1'
export const defaultStandInPort = 4_150

export const registrations = {
  google: { clientId: 'foyer-google', clientSecret: 'foyer-google-secret' },
  facebook: { appId: '1000000000000001', appSecret: 'foyer-facebook-secret' },
  apple: { clientId: 'test.foyer.web', teamId: 'FOYERTEAM1', keyId: 'FOYERKEY01' },
} as const

/** Other companies' applications at the same providers. Their tokens must not sign users in at Foyer. */
export const foreignRegistrations = {
  google: { clientId: 'somebody-else', clientSecret: 'somebody-else-secret' },
  facebook: { appId: '1000000000000002', appSecret: 'somebody-else-secret' },
  apple: { clientId: 'example.somebody.else' },
} as const

/** Signs Foyer's client secrets for the stand-in of Apple, which has only the public half. */
const applePrivateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrnnB8jnlSaNCW0iH
NQdmr9wWON3+9NBDkzWet5v4oiyhRANCAAShH0dqyjH73ae8Xnl+RzSbi8ecLIYD
zeVIskKjA+dVyxroVMb3bFAFbuco0utk0X9QiIkaIKHuHnBVwbN8R1fx
-----END PRIVATE KEY-----`

export const applePublicKey = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoR9Hasox+92nvF55fkc0m4vHnCyG
A83lSLJCowPnVcsa6FTG92xQBW7nKNLrZNF/UIiJGiCh7h5wVcGzfEdX8Q==
-----END PUBLIC KEY-----`

/** Returns the environment variables that connect the service to stand-ins on this port. */
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
 * Returns the stand-ins' settings for the providers that the environment does not configure, so that a developer can
 * try one provider with a real registration.
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

/** Returns the URL at which the service receives a provider's answer. */
export function callbackUrl(publicBaseUrl: string, provider: keyof typeof registrations): string {
  return `${publicBaseUrl}/api/auth/social/${provider}/callback`
}
