/** Lists the content of each page without React; it is rendered only on the server. */
import type { ComponentType } from 'react'
import type { PlainPageName } from '../../platforms/rendered-pages.ts'
import { IframeSsoPage } from './iframe-sso-page.tsx'
import { LogoutPage } from './logout-page.tsx'
import { AutoLoginPage, SocialReturnPage } from './waiting-page.tsx'

export const plainBodies: Record<PlainPageName, ComponentType> = {
  logout: LogoutPage,
  'iframe-sso': IframeSsoPage,
  'auto-login': AutoLoginPage,
  'social-return': SocialReturnPage,
}
