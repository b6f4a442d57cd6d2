/** Tests what the sites show about the ways to sign in, and the messages that they receive. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type StandIn, startStandIn } from '@foyer/sdk/stand-in'
import { type RunningSite, startSite } from './site-server.ts'
import { clientIdOf, clientSecretOf, originOf, type Site, siteOf, sites } from './sites.ts'
import { createTestBrowser, type TestBrowser } from './test-browser.ts'

const fromHere = { 'sec-fetch-site': 'same-origin' }
const learning = siteOf('learning')
let standIn: StandIn
let running: RunningSite
let browser: TestBrowser

before(async () => {
  standIn = await startStandIn(clientOf(learning))
  running = await start(learning)
})
after(async () => {
  await running.close()
  await standIn.close()
})
beforeEach(() => {
  browser = createTestBrowser(running.url)
})

function clientOf(site: Site) {
  return { ...site, clientId: clientIdOf(site), clientSecret: clientSecretOf(site) }
}

function start(site: Site, { accountsUrl } = standIn): Promise<RunningSite> {
  const origins = new Map(sites.map((each) => [each, originOf(each, 5_010)]))
  return startSite(site, { accountsUrl, clientSecret: clientSecretOf(site), port: 0, origins })
}

/** Signs in like the page's script: the code arrives in a message from a window. */
async function finishInPage(mark: string): Promise<void> {
  const begun = JSON.parse((await browser.post('/foyer/begin', fromHere)).text)
  browser.cookies.set('demo-learning-way', mark)
  const code = standIn.mintCode(begun.codeChallenge, running.url)
  const headers = { ...fromHere, 'content-type': 'application/json' }
  const finished = await browser.get('/foyer/finish', {
    method: 'POST',
    headers,
    body: JSON.stringify({ code }),
  })
  assert.equal(finished.status, 200)
}

test('the page says how the user signed in, and drops the mark of it', async () => {
  for (const [mark, sentence] of [
    ['popup', /Popup: a small window of Foyer/],
    ['frame', /Embedded frame: Foyer’s form on this page/],
    ['silent', /Silent: you were signed in at Foyer/],
    ['anything', /Popup: a small window of Foyer/],
  ] as const) {
    await finishInPage(mark)
    assert.deepEqual([...browser.cookies.keys()], ['demo-learning'])
    assert.match((await browser.get('/')).text, sentence)
  }
  browser.cookies.clear()
  browser.cookies.set('demo-learning-way', 'popup')
  assert.match((await browser.open('/foyer/sign-in')).text, /Redirect: you went to Foyer/)
  browser.cookies.clear()
  assert.match((await browser.open('/from-sister')).text, /Auto-login: a sister site/)
})

test('the page shows the platform first, and the authentication and every claim of the token in closed details', async () => {
  const { text: page } = await browser.open('/foyer/sign-in')
  const [platform = '', text = ''] = page.split(
    /<details class="[^"]*"><summary>How you signed in<\/summary>/,
  )
  for (const part of learning.content?.parts ?? []) assert.ok(platform.includes(`<h2>${part.title}</h2>`))
  assert.ok(platform.includes('Everything here is made up.'))
  assert.match(
    text,
    /<dt>Authenticated<\/dt><dd>by password, <time datetime="\d{4}-[^"]+Z">\d\d:\d\d:\d\d UTC/,
  )
  for (const claim of [
    'iss',
    'aud',
    'sub',
    'sid',
    'client_id',
    'jti',
    'platform',
    'iat',
    'exp',
    'auth_time',
    'amr',
  ])
    assert.ok(text.includes(`<dt><code>${claim}</code></dt>`), claim)
  assert.ok(text.includes('No back-channel logout since'))
})

test('a back-channel logout ends the session, and the page says when it came', async () => {
  await browser.open('/foyer/sign-in')
  const token = await standIn.signLogoutToken()
  const announced = await fetch(`${running.url}/foyer/back-channel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  })
  assert.equal(announced.status, 200)
  const { text } = await browser.get('/')
  assert.match(text, /You were signed out elsewhere\.[\s\S]*told our server at <time[^>]+>\d\d:\d\d:\d\d UTC/)
  assert.match(text, />Sign in</)
  assert.doesNotMatch((await createTestBrowser(running.url).get('/')).text, /signed out elsewhere/)
})

test('the sister site gives its tokens to its own page alone, and no other site gives any', async (t) => {
  const sister = siteOf('sister')
  const foyer = await startStandIn(clientOf(sister))
  const labs = await start(sister, foyer)
  t.after(() => Promise.all([labs.close(), foyer.close()]))
  const visitor = createTestBrowser(labs.url)
  assert.equal((await visitor.post('/carry', fromHere)).status, 401)
  const { text } = await visitor.open('/foyer/sign-in')
  assert.match(
    text,
    /data-arrival="http:\/\/localhost:5010\/from-sister">Continue to Lantern Learning as Asha</,
  )
  const { accessToken, refreshToken } = JSON.parse((await visitor.post('/carry', fromHere)).text)
  assert.deepEqual([accessToken.split('.').length, refreshToken.slice(0, 3)], [3, 'rt_'])
  for (const headers of [{}, { 'sec-fetch-site': 'same-site' }, { origin: 'http://localhost:1' }])
    assert.equal((await visitor.post('/carry', headers as Record<string, string>)).status, 403)
  await browser.open('/foyer/sign-in')
  assert.equal((await browser.post('/carry', fromHere)).status, 404)
  assert.equal((await visitor.get('/from-sister')).status, 404)
})

test('every site serves its script and the browser part of the SDK from its own origin', async () => {
  for (const path of ['/page.js', '/foyer/browser/browser.js']) {
    const { status, headers, text } = await browser.get(path)
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/javascript; charset=utf-8'])
    assert.doesNotMatch(text, /from '(?!\.|\/)/)
  }
})

test('the start page of each site shows its own platform, explains its own way, in its own colour, with links to the others', async (t) => {
  for (const site of sites) {
    if (!site.content) continue
    const own = await start(site)
    t.after(() => own.close())
    const { text } = await createTestBrowser(own.url).get('/')
    for (const [title] of site.content.highlights) assert.ok(text.includes(`<h2>${title}</h2>`), title)
    assert.ok(text.includes('Everything here is made up.'))
    assert.ok(text.includes(`data-way="${site.way}" data-silent="${site.isSilent ? 'yes' : 'no'}"`))
    assert.ok(text.includes(site.family.colour.light) && text.includes(site.tagline))
    assert.equal(
      text.match(/<li><a href="http:\/\/(localhost|127\.0\.0\.1):50\d\d\/"/g)?.length,
      sites.length,
    )
    assert.equal(text.includes('<h3>We ask first</h3>'), site.isSilent === true)
  }
})
