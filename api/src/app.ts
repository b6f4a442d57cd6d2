/** Creates the app: the server with its hooks, and the routes of every feature. */

import type { FastifyInstance } from 'fastify'
import { analyticsRoutes } from './analytics/analytics.routes.ts'
import { captchaRoutes } from './captcha/captcha.routes.ts'
import { createServeFunctions } from './create-serve-functions.ts'
import { devRoutes } from './dev/inbox.routes.ts'
import { peopleRoutes } from './dev/people.routes.ts'
import { documentsRoutes } from './documents/documents.routes.ts'
import { emailsRoutes } from './emails/emails.routes.ts'
import { errorReportsRoutes } from './error-reports/error-reports.routes.ts'
import { evidencesRoutes } from './evidences/evidences.routes.ts'
import { handoverRoutes } from './handover/handover.routes.ts'
import { helpRoutes } from './help/help.routes.ts'
import { createServer, type ServerOptions } from './http/create-server.ts'
import type { PageStore } from './http/pages/page-store.ts'
import { notificationsRoutes } from './notifications/notifications.routes.ts'
import { operationsRoutes, type Readiness } from './operations.routes.ts'
import { otpRoutes } from './otp/otp.routes.ts'
import { passwordLinksRoutes } from './password-links/password-links.routes.ts'
import { picturesRoutes } from './pictures/pictures.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { referenceRoutes } from './reference/reference.routes.ts'
import { resumeRoutes } from './resume/resume.routes.ts'
import { schoolsRoutes } from './schools/schools.routes.ts'
import type { Services } from './services.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { signUpRoutes } from './sign-up/sign-up.routes.ts'
import { skillPortfolioRoutes } from './skill-portfolio/skill-portfolio.routes.ts'
import { socialRoutes } from './social/social.routes.ts'
import { socialPageRoutes } from './social/social-pages.routes.ts'
import { webRoutes } from './web.routes.ts'

export type AppOptions = Readiness &
  Pick<ServerOptions, 'logTo' | 'bounds'> & {
    services: Services
    pages: PageStore
  }

const features = [
  signInRoutes,
  otpRoutes,
  signUpRoutes,
  schoolsRoutes,
  passwordLinksRoutes,
  captchaRoutes,
  sessionsRoutes,
  settingsRoutes,
  profileRoutes,
  emailsRoutes,
  skillPortfolioRoutes,
  resumeRoutes,
  handoverRoutes,
  documentsRoutes,
  referenceRoutes,
  analyticsRoutes,
  errorReportsRoutes,
  helpRoutes,
  notificationsRoutes,
  picturesRoutes,
  evidencesRoutes,
  socialRoutes,
]

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, pages } = options
  const { config, metrics } = services
  const app = createServer({ ...options, config, metrics, isPrepared: () => options.missing() === null })
  const { serve, servePage } = createServeFunctions(app, services)
  operationsRoutes(app, serve, services, options)
  for (const addRoutes of features) addRoutes(serve, services)
  socialPageRoutes(servePage, services)
  if (config.hasDevTools) {
    devRoutes(app, services)
    peopleRoutes(app, services)
  }
  await webRoutes(app, pages, config)
  return app
}
