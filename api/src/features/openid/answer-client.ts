/** Answers the client in the browser of its user, and shows pages where no client can be answered. */
import { type Html, html } from '../../kernel/html/html.ts'
import { framePage } from '../../kernel/html/page-frame.ts'
import type { OwnPage } from '../../kernel/http/page-routes/serve-page-routes.ts'
import type { AuthorizationRequest, Refusal } from './authorization-request.ts'

type Asked = Pick<AuthorizationRequest, 'redirectUri' | 'responseMode' | 'state'>

/**
 * Sends parameters to the redirect URI: in its query, or by a form that the browser posts (OAuth 2.0 Form Post Response Mode).
 * `iss` names this service, so that a client of several services knows which one answers (RFC 9207).
 */
export function answerClient(
  issuer: string,
  { redirectUri, responseMode, state }: Asked,
  answer: { code: string } | Refusal,
): string | OwnPage {
  const given =
    'code' in answer ? { code: answer.code } : { error: answer.error, error_description: answer.description }
  const parameters = { ...given, ...(state !== null && { state }), iss: issuer }
  // A form posts only to a web page; an app gets the query (RFC 8252 §7.1).
  if (responseMode === 'form_post' && /^https?:/.test(redirectUri))
    return postingPage(redirectUri, parameters)
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Runs in the browser. */
function submitForm(): void {
  const { document } = globalThis as unknown as { document: { forms: { submit(): void }[] } }
  document.forms[0]?.submit()
}

/** Without a script the user presses the button. */
function postingPage(redirectUri: string, parameters: Record<string, string>): OwnPage {
  const fields = Object.entries(parameters).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const content = html`<main id="main" tabindex="-1"><h1>You are signed in</h1>
<form method="post" action="${redirectUri}">${fields}<button>Continue</button></form></main>`
  return framed('Signing in', content, {
    status: 200,
    script: submitForm,
    formAction: new URL(redirectUri).origin,
  })
}

/** A request whose client or redirect URI is wrong: nothing is sent to that URI (RFC 6749 §4.1.2.1). */
export function wrongLinkPage(fault: string): OwnPage {
  const content = html`<main id="main" tabindex="-1"><h1>This link does not work</h1>
<p>The site that sent you here has a fault in its sign-in. Go back to it, and tell its owner if this happens again.</p>
<h2>For developers</h2>
<p>${fault}</p></main>`
  return framed('This link does not work', content, { status: 400 })
}

export function expiredPage(): OwnPage {
  const content = html`<main id="main" tabindex="-1"><h1>This page has expired</h1>
<p>It was used, or too much time has passed, or it began in another browser. Go back to the site or device that you want to use, and sign in there again.</p></main>`
  return framed('This page has expired', content, { status: 400 })
}

/** The text beside it has the name, so a screen reader skips the picture. */
export function logoImage(logo: string | null): Html | null {
  return logo === null ? null : html`<img class="logo" src="${logo}" alt="" width="56" height="56">`
}

type Framing = { status: number; script?: () => void; formAction?: string; style?: string }

const mainStyle = `main{display:grid;overflow-wrap:anywhere;gap:1rem;justify-items:start;max-width:36rem;margin:3rem auto;padding:0 1rem}form{display:flex;flex-wrap:wrap;gap:1rem;align-items:end}.code{font-family:var(--mono);letter-spacing:.1em;text-transform:uppercase}ul{padding-inline-start:1.25rem}.error{color:var(--error)}.logo{object-fit:contain}`

/** Renders a page that no site can frame. */
export function framed(title: string, content: ReturnType<typeof html>, framing: Framing): OwnPage {
  const { status, script, formAction = "'none'", style = '' } = framing
  const page = framePage({
    title,
    name: '',
    links: [],
    style: mainStyle + style,
    content,
    ...(script && { script }),
  })
  const policy = [
    "default-src 'none'",
    `style-src ${page.styleHashes.join(' ')}`,
    ...(page.scriptHashes.length > 0 ? [`script-src ${page.scriptHashes.join(' ')}`] : []),
    'img-src data:',
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { status, html: page.html, policy }
}
