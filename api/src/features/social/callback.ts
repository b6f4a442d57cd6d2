/** Handles the callback of a provider: checks the state, exchanges the code for an identity, and gives the page a reference. */
import type { finishSocialSignIn } from '@foyer/contract/page-routes/social-pages'
import { Failure } from '../../kernel/failure.ts'
import type { PageRequestTo } from '../../kernel/http/page-routes/serve-page-routes.ts'
import type { Services } from '../../services.ts'
import { consumeFlow } from './flow-state.ts'
import { type Answered, openForm } from './posted-form.ts'
import { logProviderFailure } from './provider-failure.ts'
import { askerOf } from './providers/open-providers.ts'
import { createReference } from './references.ts'
import { returnAddress } from './return-address.ts'

type CallbackRequest = PageRequestTo<typeof finishSocialSignIn>

/** The errors of a user who cancels at the provider. */
const denials: readonly (string | undefined)[] = ['access_denied', 'user_cancelled_authorize']

/** Returns the URL of the return page. Throws `social-failed` without a state of this browser. */
export async function finishAtPage(services: Services, request: CallbackRequest): Promise<string> {
  const { params, flowBrowser, keepFlowBrowser, warn } = request
  const { provider } = params
  const { metrics, config } = services
  const answered = answeredIn(services, request)
  const ask = askerOf(config, provider)
  const consumed =
    ask && answered?.state
      ? await consumeFlow(services, { state: answered.state, provider, browser: flowBrowser })
      : null
  if (!ask || !answered || !consumed) {
    metrics.social.inc({ provider, result: 'refused' })
    throw new Failure('social-failed')
  }
  const { details, flow } = consumed
  // Extends the cookie to the lifetime of the reference.
  const browser = keepFlowBrowser()
  const { code, error, iss, name } = answered
  if (error !== undefined || code === undefined) {
    const isDenied = denials.includes(error)
    metrics.social.inc({ provider, result: isDenied ? 'denied' : 'refused' })
    return returnAddress(details, { error: isDenied ? 'denied' : 'failed' })
  }
  try {
    const identity = await ask((asked, fetch) => asked.redeem(fetch, flow, { code, iss, name }))
    const reference = await createReference(services, identity, browser, details.linkSession ?? null)
    metrics.social.inc({ provider, result: 'identified' })
    return returnAddress(details, { reference, identity })
  } catch (caught) {
    logProviderFailure(services, { provider, error: caught, warn })
    return returnAddress(details, { error: 'failed' })
  }
}

/** Reads the answer. An answer of Apple is a form, and a name in the URL is ignored. */
function answeredIn({ keyring }: Services, { params, query }: CallbackRequest): Answered | null {
  const { code, state, error, iss, form } = query
  if (params.provider === 'apple') return form === undefined ? null : openForm(keyring, form)
  return { code, state, error, iss, name: null }
}
