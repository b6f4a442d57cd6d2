/** Follows a sign-in through the stand-ins without a browser: redirects, cookies, the choice, and Apple's form. */

/** The browser's final request to the service; `form` is the body of a POST. */
export type Callback = { method: 'GET' | 'POST'; url: string; form: URLSearchParams }

const mostSteps = 10

/** Returns that request; throws if the stand-in shows an error. */
export async function walk(
  authorizationUrl: string,
  standInsUrl: string,
  choice: Record<string, string>,
): Promise<Callback> {
  const cookies = new Map<string, string>()
  let url = authorizationUrl
  let body: URLSearchParams | null = null
  for (let step = 0; step < mostSteps; step++) {
    const answer: Response = await fetch(url, {
      ...(body && { method: 'POST', body }),
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    const text = await answer.text()
    if (location !== null) {
      url = new URL(location, url).href
      body = null
      if (!url.startsWith(`${standInsUrl}/`)) return { method: 'GET', url, form: new URLSearchParams() }
      continue
    }
    const posted = formPost(text)
    if (posted) return posted
    if (answer.status !== 200 || body)
      throw new Error(`The stand-in answered ${answer.status}: ${problemOf(text)}`)
    body = new URLSearchParams(choice)
  }
  throw new Error('The stand-in leads nowhere.')
}

function problemOf(page: string): string {
  return /<p class="lead">([^<]*)/.exec(page)?.[1] ?? page.slice(0, 200)
}

/** Reads the form that a provider makes the browser post to the service. */
function formPost(page: string): Callback | null {
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]
  if (action === undefined) return null
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const form = new URLSearchParams(
    inputs.map(([, name = '', value = '']): [string, string] => [name, unescaped(value)]),
  )
  return { method: 'POST', url: unescaped(action), form }
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
