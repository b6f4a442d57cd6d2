/** Renders the pages on which a user signs a device in. */
import { decideOnDevice, enterDeviceCode } from '@foyer/contract/page-routes/openid-pages'
import { type Scope, scopeSentences } from '@foyer/contract/scopes'
import { html } from '../../kernel/html/html.ts'
import type { OwnPage } from '../../kernel/http/page-routes/serve-page-routes.ts'
import { framed, logoImage } from './answer-client.ts'

const formAction = "'self'"

export function codePage({ typed, isWrong }: { typed: string; isWrong: boolean }): OwnPage {
  const error = isWrong
    ? html`<p class="error" id="code-error" role="alert">This code is wrong or has expired. Check the letters, or get a new code on the device.</p>`
    : html``
  const described = isWrong ? html` aria-describedby="code-error" aria-invalid="true"` : html``
  const content = html`<main id="main" tabindex="-1"><h1>Sign in on a device</h1>
<p>Type the code that the device shows.</p>
${error}
<form method="post" action="${enterDeviceCode.path}">
<p class="field"><label for="code">Code</label>
<input class="input code" id="code" name="user_code" value="${typed}" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false"${described}></p>
<button class="button button-primary">Continue</button>
</form></main>`
  return framed('Sign in on a device', content, { status: isWrong ? 400 : 200, formAction })
}

type Confirmation = {
  name: string
  logo: string | null
  label: string | null
  isSameNetwork: boolean
  scopes: readonly Scope[]
  confirmation: string
}

export function confirmationPage({
  name,
  logo,
  label,
  isSameNetwork,
  scopes,
  confirmation,
}: Confirmation): OwnPage {
  const sentences = scopes.flatMap((scope) => scopeSentences[scope] ?? [])
  const may = sentences.map((sentence) => html`<li>${sentence}</li>`)
  const place = isSameNetwork
    ? html`<p>It is in the same network as you.</p>`
    : html`<p class="error">It is in another network than you. If you did not start this yourself, choose ‘Do not sign in’.</p>`
  const content = html`<main id="main" tabindex="-1">${logoImage(logo)}<h1>Sign in to ${name} on another device?</h1>
<p>The device${label === null ? '' : ` (${label})`} will be signed in as you.</p>
${place}
${may.length > 0 ? html`<p>${name} will be able to:</p><ul>${may}</ul>` : html``}
<p>Only continue if the device is in front of you. Nobody from support ever asks you to type a code here.</p>
<form method="post" action="${decideOnDevice.path}">
<input type="hidden" name="confirmation" value="${confirmation}">
<button class="button button-primary" name="decision" value="allow">Sign in</button>
<button class="button" name="decision" value="refuse">Do not sign in</button>
</form></main>`
  return framed(`Sign in to ${name}?`, content, { status: 200, formAction })
}

export function decidedPage(name: string, isAllowed: boolean): OwnPage {
  const title = isAllowed ? 'The device is signed in' : 'The device is not signed in'
  const next = isAllowed
    ? `Go back to ${name} on the device. You can end its session in your account, under ‘Security’.`
    : 'You can close this page.'
  const content = html`<main id="main" tabindex="-1"><h1>${title}</h1><p>${next}</p></main>`
  return framed(title, content, { status: 200 })
}
