/** Creates the app: the server with its hooks, and the routes of every feature. */

import type { FastifyInstance } from 'fastify'
import { serveApiDocs } from '../../api-docs/src/serve-api-docs.ts'
import { apiSections } from './api-sections.ts'
import { createServeFunctions } from './create-serve-functions.ts'
import { accountDeletionRoutes } from './features/account-deletion/account-deletion.routes.ts'
import { analyticsRoutes } from './features/analytics/analytics.routes.ts'
import { browserSessionsRoutes } from './features/browser-sessions/browser-sessions.routes.ts'
import { captchaRoutes } from './features/captcha/captcha.routes.ts'
import { contactsRoutes } from './features/contacts/contacts.routes.ts'
import { dataExportRoutes } from './features/data-export/data-export.routes.ts'
import { devRoutes } from './features/dev-tools/inbox.routes.ts'
import { peopleRoutes } from './features/dev-tools/people.routes.ts'
import { errorReportsRoutes } from './features/error-reports/error-reports.routes.ts'
import { evidencesRoutes } from './features/evidences/evidences.routes.ts'
import { handoverRoutes } from './features/handover/handover.routes.ts'
import { helpRoutes } from './features/help/help.routes.ts'
import { notificationsRoutes } from './features/notifications/notifications.routes.ts'
import { appRoutes, openIdPageRoutes, openIdRoutes } from './features/openid/openid.routes.ts'
import { otpRoutes } from './features/otp/otp.routes.ts'
import { passkeysRoutes } from './features/passkeys/passkeys.routes.ts'
import { passwordLinksRoutes } from './features/password-links/password-links.routes.ts'
import { picturesRoutes } from './features/pictures/pictures.routes.ts'
import { profileRoutes } from './features/profile/profile.routes.ts'
import { referenceRoutes } from './features/reference/reference.routes.ts'
import { resumeRoutes } from './features/resume/resume.routes.ts'
import { schoolPeopleRoutes } from './features/school-people/school-people.routes.ts'
import { schoolSignUpRoutes } from './features/school-sign-up/school-sign-up.routes.ts'
import { schoolsRoutes } from './features/schools/schools.routes.ts'
import { secondFactorRoutes } from './features/second-factor/second-factor.routes.ts'
import { sessionsRoutes } from './features/sessions/sessions.routes.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import { signInRoutes } from './features/sign-in/sign-in.routes.ts'
import { signUpRoutes } from './features/sign-up/sign-up.routes.ts'
import { skillPortfolioRoutes } from './features/skill-portfolio/skill-portfolio.routes.ts'
import { socialRoutes } from './features/social/social.routes.ts'
import { socialPageRoutes } from './features/social/social-pages.routes.ts'
import { stepUpRoutes } from './features/step-up/step-up.routes.ts'
import { createFeatureToggles } from './features/toggles/feature-toggles.ts'
import { withSocialMarks } from './features/toggles/pages-with-social.ts'
import { togglesRoutes } from './features/toggles/toggles.routes.ts'
import { createServer, type ServerOptions } from './kernel/http/create-server.ts'
import type { PageStore } from './kernel/http/pages/page-store.ts'
import { operationsRoutes, type Readiness } from './operations.routes.ts'
import type { Services } from './services.ts'
import { webRoutes } from './web.routes.ts'

export type AppOptions = Readiness &
  Pick<ServerOptions, 'logTo' | 'bounds'> & {
    services: Services
    pages: PageStore
  }

const features = [
  signInRoutes,
  otpRoutes,
  passkeysRoutes,
  secondFactorRoutes,
  signUpRoutes,
  schoolSignUpRoutes,
  schoolsRoutes,
  schoolPeopleRoutes,
  passwordLinksRoutes,
  captchaRoutes,
  sessionsRoutes,
  browserSessionsRoutes,
  settingsRoutes,
  dataExportRoutes,
  accountDeletionRoutes,
  stepUpRoutes,
  profileRoutes,
  contactsRoutes,
  skillPortfolioRoutes,
  resumeRoutes,
  handoverRoutes,
  referenceRoutes,
  analyticsRoutes,
  errorReportsRoutes,
  helpRoutes,
  notificationsRoutes,
  picturesRoutes,
  evidencesRoutes,
]

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, pages } = options
  const { config, metrics } = services
  const app = createServer({ ...options, config, metrics, isPrepared: () => options.missing() === null })
  const { serve, servePage, serveOAuth } = createServeFunctions(app, services)
  operationsRoutes(serve, services, options)
  serveApiDocs(app, serve, { baseUrl: config.baseUrl, sections: apiSections })
  for (const addRoutes of features) addRoutes(serve, services)
  const toggles = createFeatureToggles(services.db)
  togglesRoutes(serve, toggles)
  socialRoutes(serve, services, toggles)
  socialPageRoutes(servePage, services)
  openIdRoutes(serveOAuth, services)
  appRoutes(serve, services)
  openIdPageRoutes(servePage, services)
  if (config.hasDevTools) {
    devRoutes(app, services)
    peopleRoutes(app, services)
  }
  await webRoutes(app, withSocialMarks(pages, toggles), config)
  return app
}
