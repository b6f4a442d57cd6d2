/** Every route, in the order of the API page. The browser imports its routes one by one, never this list. */
import { getCaptchaChallenge } from './captcha.ts'
import { createCode, exchangeCode } from './handover.ts'
import { isLive, isReady, jwks, openapi } from './operations.ts'
import type { Route } from './route.ts'
import { logout, refreshToken } from './sessions.ts'
import { findUser, login } from './sign-in.ts'

export const allRoutes: readonly Route[] = [
  findUser,
  login,
  getCaptchaChallenge,
  refreshToken,
  logout,
  createCode,
  exchangeCode,
  jwks,
  isLive,
  isReady,
  openapi,
]
