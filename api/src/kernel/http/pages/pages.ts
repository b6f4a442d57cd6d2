/** Serves the pages and the redirects (303) to them; the page type decides status and headers. */

import { resolvePage } from '@foyer/contract/addresses'
import { type PlatformPaths, platformUrl } from '@foyer/contract/navigation/platform-links'
import type { PageType } from '@foyer/contract/page-row'
import { type PageName, pageFacts } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import type { External } from '@foyer/contract/targets/externals'
import { explainRefusedTarget } from '@foyer/contract/targets/refused-target'
import { trustedOrigin, trustedUrl } from '@foyer/contract/targets/trusted-origin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendStored } from '../answers/stored-answer.ts'
import { type CaptchaSources, pageHeaders } from '../security-headers.ts'
import type { PageStore } from './page-store.ts'

type PagesOptions = {
  store: PageStore
  /** Returns the exact origins that a platform has registered in `platformsFile`; they may frame its pages. */
  originsOf(platform: Platform): readonly string[]
  /** Returns these origins and that of Foyer itself, where a sign-in with OpenID Connect goes on. */
  targetsOf(platform: Platform): readonly string[]
  platformsFile: string
  /** The origin of Foyer itself, to which a sign-in with OpenID Connect returns before it leads to the client. */
  ownOrigin: string
  /** The exact origins that may frame the auto-login page; no sign-in code is sent to them. */
  sisterOrigins: readonly string[]
  /** Returns whether this external site is configured; without it, its page answers 404. */
  hasExternal(name: External): boolean
  /** The log level of a refused target: `info` in production, because an attacker can cause any number of lines. */
  refusalLevel: 'info' | 'warn'
  /** The target of /dashboard and similar paths; if null, these paths answer 404. */
  learningSite: { home: string; paths: PlatformPaths } | null
  /** The origin of profile pictures; null if Foyer's own origin serves them. */
  mediaOrigin: string | null
  /** The origin of the token-sync URL; null if no URL is configured. */
  tokenSyncOrigin: string | null
  /** False for pages of the development server, which loads scripts from another origin. */
  hasPolicy: boolean
  /** The sources of a captcha vendor; null without one. */
  captchaSources: CaptchaSources | null
}

/** Password managers look for the password form at this path (W3C, A Well-Known URL for Changing Passwords). */
const changePasswordPath = '/.well-known/change-password'

export function servePages(app: FastifyInstance, options: PagesOptions): void {
  app.get(changePasswordPath, (_request, reply) => redirect(reply, '/account/security#password'))
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { isStored: true },
    handler: (request, reply) => answer(options, request, reply),
  })
  // A form submitted without JavaScript: redirects to its page and ignores the body.
  app.register(async (posts) => {
    posts.removeAllContentTypeParsers()
    posts.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null, undefined)
    })
    posts.post('/*', async (request, reply) => {
      const { pathname, search } = urlOf(request)
      // A redirect to `//host` would lead to another host.
      if (isApi(pathname) || pathname.includes('//')) return notFound(reply)
      return reply
        .code(303)
        .header('location', pathname + search)
        .header('connection', 'close')
        .send()
    })
  })
}

async function answer(
  options: PagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pathname, searchParams } = urlOf(request)
  if (isApi(pathname)) return notFound(reply)
  const resolved = resolvePage(pathname, searchParams)
  if (resolved.kind === 'redirect') return redirect(reply, resolved.to)
  if (resolved.kind === 'redirect-to-learning') {
    if (!options.learningSite) return sendPage(options, request, reply, notFoundPage)
    return redirect(reply, platformUrl(options.learningSite, resolved.to))
  }
  const { platform } = resolved
  const { external, needsOrigin = false } = pageFacts(resolved.page)
  if (external && !options.hasExternal(external)) return sendPage(options, request, reply, notFoundPage)
  const origins = resolved.type === 'auto-login' ? options.sisterOrigins : options.targetsOf(platform)
  const registered = { platform, origins, file: options.platformsFile }
  const refusal =
    resolved.page === 'not-found' ? null : explainRefusedTarget(searchParams, registered, needsOrigin)
  if (refusal !== null) {
    request.log[options.refusalLevel]({ platform }, refusal)
    // Keeps the policy of a popup: any other would cut the popup off from its opener.
    const type = resolved.type === 'popup' ? 'popup' : 'plain'
    return sendPage(options, request, reply, { ...resolved, page: 'invalid-url', type })
  }
  const framer =
    resolved.type === 'frame' ? trustedOrigin(searchParams.get('origin'), framersOf(options, resolved)) : null
  const keepsOpener = trustedUrl(searchParams.get('redirect-url'), [options.ownOrigin]) !== null
  return sendPage(options, request, reply, { ...resolved, framer, keepsOpener })
}

type Wanted = {
  page: PageName
  type: PageType
  platform: Platform
  /**
   * The only registered origin that may frame the page. Without it, all origins of the platform may, if the page type
   * allows frames.
   */
  framer?: string | null
  /** A client may have opened the page in a popup, which must stay connected to its opener. */
  keepsOpener?: boolean
}
const notFoundPage: Wanted = { page: 'not-found', type: 'plain', platform: 'student' }

async function sendPage(
  options: PagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: Wanted,
): Promise<FastifyReply> {
  const found = await options.store.find(wanted.page, wanted.platform)
  if (!found) {
    if (wanted.page === 'not-found') return notFound(reply)
    return sendPage(options, request, reply, { ...wanted, page: 'not-found', type: 'plain' })
  }
  const { scriptHashes, styleHashes } = found
  const { status = 200, syncsTokens } = pageFacts(wanted.page)
  const headers = pageHeaders({
    type: wanted.type,
    scriptHashes,
    styleHashes,
    frameOrigins: wanted.framer ? [wanted.framer] : framersOf(options, wanted),
    mediaOrigin: options.mediaOrigin,
    tokenSyncOrigin: syncsTokens ? options.tokenSyncOrigin : null,
    captchaSources: options.captchaSources,
  })
  reply.headers(headers)
  if (wanted.keepsOpener) reply.header('cross-origin-opener-policy', 'unsafe-none')
  if (!options.hasPolicy) reply.removeHeader('content-security-policy')
  return sendStored(request, reply.code(status), found)
}

/** Returns the origins that may frame a page. */
function framersOf(
  { originsOf, sisterOrigins }: PagesOptions,
  { type, platform }: Pick<Wanted, 'type' | 'platform'>,
): readonly string[] {
  return type === 'auto-login' ? sisterOrigins : originsOf(platform)
}

function redirect(reply: FastifyReply, to: string): FastifyReply {
  return reply
    .code(303)
    .headers({ location: to, 'cache-control': 'no-cache', 'cross-origin-opener-policy': 'unsafe-none' })
    .send()
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send()
}

function isApi(pathname: string): boolean {
  return /^\/(api|assets|docs|health|dev|\.well-known)(\/|$)/.test(pathname)
}

/** Replaces a malformed path with an unknown one, because the router would send its own error text. */
export function rewriteMalformed(request: { url?: string | undefined }): string {
  const url = request.url ?? '/'
  try {
    decodeURI(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    return '/malformed-address'
  }
}

function urlOf(request: FastifyRequest): URL {
  return new URL(`http://foyer.invalid${request.url.startsWith('/') ? request.url : '/'}`)
}
