/** Renders the page that asks the user what a client may read. No other site can frame it, and it needs no script. */
import { decideAuthorization } from '@foyer/contract/page-routes/openid-pages'
import { html } from '../../kernel/html/html.ts'
import type { OwnPage } from '../../kernel/http/page-routes/serve-page-routes.ts'
import { framed, logoImage } from './answer-client.ts'

type Asked = {
  app: string
  logo: string | null
  /** False for a client of the provider that asks nevertheless (`prompt=consent`). */
  isThirdParty: boolean
  redirectUri: string
  provider: string
  user: string
  sentences: readonly string[]
  question: string
  otherAccount: string
}

export function consentPage(asked: Asked): OwnPage {
  const { app, logo, isThirdParty, redirectUri, provider, user, sentences, question, otherAccount } = asked
  const title = `Let ${app} use your account?`
  const target = new URL(redirectUri)
  const isWeb = /^https?:$/.test(target.protocol)
  const place = isWeb ? html`at <strong>${target.host}</strong>` : html`on this device`
  const content = html`<main id="main" tabindex="-1">${logoImage(logo)}<h1>${title}</h1>
<p>${app}, ${place}, ${isThirdParty ? 'does not belong' : 'belongs'} to ${provider}. You are signed in as <strong>${user}</strong>. <a href="${otherAccount}">Use another account</a></p>
<h2>${app} will be able to</h2>
<ul><li>recognise your account</li>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
<form method="post" action="${decideAuthorization.path}">
<input type="hidden" name="question" value="${question}">
<button class="button button-primary" name="answer" value="allow">Allow</button>
<button class="button" name="answer" value="deny">Don’t allow</button>
</form>
<p class="small muted">We remember this. To remove the access later, open ‘Privacy’ in your account.</p></main>`
  // Browsers also check where the answer to a form leads.
  const source = isWeb ? target.origin : target.protocol
  return framed(title, content, { status: 200, formAction: `'self' ${source}`, style })
}

const style = `main h1{font-size:1.75rem}main h2{font-size:1.125rem}
main li{margin-block:.25rem}`
