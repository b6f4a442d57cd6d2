/** Opens the pages of the stand-ins for social providers, on which developers and tests choose a person. */
import { registrations } from '../../stand-ins/src/settings.ts'
import { accountsUrl, standInsUrl } from '../test-installation.ts'

export const callback = (provider: string) => `${accountsUrl}/api/auth/social/${provider}/callback`
export const standInPages = {
  google: `${standInsUrl}/google/o/oauth2/v2/auth?${new URLSearchParams({
    ...{ client_id: registrations.google.clientId, redirect_uri: callback('google') },
    ...{ response_type: 'code', scope: 'openid email profile', state: 'unknown' },
  })}`,
  facebook: `${standInsUrl}/facebook/dialog/oauth?${new URLSearchParams({
    ...{ client_id: registrations.facebook.appId, redirect_uri: callback('facebook') },
    ...{ scope: 'email', state: 'unknown' },
  })}`,
  apple: `${standInsUrl}/apple/auth/authorize?${new URLSearchParams({
    ...{ client_id: registrations.apple.clientId, redirect_uri: callback('apple') },
    ...{ response_type: 'code', scope: 'name email', response_mode: 'form_post', state: 'unknown' },
  })}`,
}

/** Firefox requests an icon for a page shown in the main window; the pages of the stand-ins have none. */
export const noIcon = /Content-Security-Policy: .*favicon\.ico/
