/** Tests the texts of mails and SMS (N-25, N-83, N-152). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { colourOf } from '@foyer/contract/families'
import { platformNames, roleNames } from '@foyer/contract/platform-names'
import { platforms } from '@foyer/contract/platforms'
import { otpPurposes } from '@foyer/contract/routes/otp'
import { lengthInGsm7, toGsm7 } from './gsm-7.ts'
import { marksIn } from './marks.ts'
import { renderMessage } from './render-message.ts'
import type { TemplateName, TemplateValues } from './templates.ts'
import { installation } from './test-outbox.ts'
import { sampleValues } from './test-sample-values.ts'

const email = { channel: 'email', to: 'asha.rao@example.com' } as const
const sms = { channel: 'sms', to: '+919876543210' } as const
const names = Object.keys(sampleValues) as TemplateName[]
const codeGiven = {
  code: '012345',
  minutes: 5,
  firstName: 'Asha',
  platform: 'student',
  purpose: 'login',
} as const
const otp = (firstName = 'Asha') =>
  renderMessage(installation, 'otp-code', email, { ...codeGiven, firstName })

describe('rendered mail', () => {
  it('says in subject and text, and in an SMS, what a code is for, and no other one a code to sign in', () => {
    const uses = {
      login: /sign in to/,
      sign_up: /add .* to your Foyer account/,
      school_sign_up: /add a school to your Foyer account/,
      social_link: /link a social account to your Foyer account/,
      set_password: /set a password for your Foyer account/,
      step_up: /confirm a change to your Foyer account/,
    }
    for (const purpose of otpPurposes) {
      const given = { ...codeGiven, purpose }
      const { subject, text } = renderMessage(installation, 'otp-code', email, given)
      const texted = renderMessage(installation, 'otp-code', sms, given)
      for (const said of [text, texted.text]) assert.match(said, uses[purpose], purpose)
      assert.equal(/sign-in code|sign in to/.test(subject + text + texted.text), purpose === 'login', purpose)
      assert.doesNotMatch(subject, /012345/)
      assert.ok(subject.length < 78)
      assert.ok(lengthInGsm7(texted.text) <= 160, `${purpose}: ${texted.text}`)
    }
  })

  it('links a notice to the security settings in addition to its button, and not in an SMS', () => {
    const given = {
      firstName: 'Asha',
      platform: 'student',
      passkeyName: 'Phone',
      device: null,
      at: new Date(0),
      timeZone: null,
    } as const
    const { text, html = '' } = renderMessage(installation, 'passkey-added', email, given)
    const address = 'https://accounts.foyer.example/account/security?platform=student'
    assert.ok(text.includes(`See your security settings:\n${address}`))
    assert.ok(html.includes(`href="${address}"`))
    assert.equal(html.split('<a class="button"').length - 1, 1)
    assert.doesNotMatch(renderMessage(installation, 'passkey-added', sms, given).text, /account\/security/)
  })

  it('puts code, lifetime, provider and support address into the text of a mail', () => {
    const { text } = otp()
    for (const pattern of [
      /^012345$/m,
      /5 minutes/,
      /^Foyer · accounts\.foyer\.example$/m,
      /help@foyer\.example/,
      /^Hello Asha,$/m,
    ])
      assert.match(text, pattern)
  })

  it('keeps codes out of subjects, previews and links of mails', () => {
    for (const name of names) {
      const { subject, html = '' } = renderMessage(installation, name, email, sampleValues[name])
      assert.doesNotMatch(subject, /[0-9]{4}/)
      assert.doesNotMatch(/display:none[^>]*>([^<]*)</.exec(html)?.[1] ?? '', /[0-9]{4}/)
      assert.doesNotMatch(html, /<script/)
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) assert.doesNotMatch(href, /012345|123456/)
      assert.ok(subject.length > 0 && subject.length < 78)
    }
    assert.doesNotMatch(otp().html ?? '', /<a |href/)
  })

  it('shows the mark of the family, and no image that the mail does not carry', () => {
    for (const name of names) {
      const { html = '' } = renderMessage(installation, name, email, sampleValues[name])
      const sources = [...html.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, source]) => source)
      assert.equal(sources.length, 2, name)
      assert.deepEqual(
        sources,
        marksIn(html).map(({ cid }) => `cid:${cid}`),
        'light and dark',
      )
      assert.doesNotMatch(html, /url\(|src="http/)
    }
  })

  it('names a platform in a mail as its pages do, and shows its family’s colours', () => {
    const { at, device } = sampleValues['new-device']
    for (const platform of platforms) {
      const { displayName } = platformNames[platform]
      const values = { firstName: 'Asha', platform, device, at, timeZone: null }
      const { subject, text, html = '' } = renderMessage(installation, 'new-device', email, values)
      assert.match(text, new RegExp(`signed in to ${displayName} in`))
      assert.match(html, new RegExp(`Foyer <span [^>]*>&nbsp;\\|&nbsp; ${displayName}</span>`))
      const role = roleNames[platform]
      if (!displayName.includes(role)) assert.doesNotMatch(subject + text + html, new RegExp(role))
      const { light, dark } = colourOf(platform)
      assert.match(html, new RegExp(`class="button" bgcolor="${light}"`))
      assert.match(html, new RegExp(`\\.button{background-color:${dark}!important`))
      assert.match(html, new RegExp(`class="card band" [^>]*border-top:5px solid ${light};`))
      assert.match(html, new RegExp(`\\.band{border-top-color:${dark}!important`))
    }
  })

  it('links every message that speaks of another password to the page that asks for one, in a mail with the address filled in', () => {
    for (const name of [
      'new-device',
      'session-ended-for-safety',
      'password-changed',
      'password-set',
    ] as const)
      for (const recipient of [email, sms]) {
        const values = { ...sampleValues[name], platform: 'olympiadPartner' } as TemplateValues[typeof name]
        const { text } = renderMessage(installation, name, recipient, values)
        const page = `${installation.baseUrl}/partner/forgot-password?platform=olympiadPartner`
        const link = recipient === email ? `${page}&email=asha.rao%40example.com` : page
        assert.match(text, /password/)
        assert.ok(text.split('\n').includes(link), `${name} by ${recipient.channel}`)
      }
  })

  it('links a refused school to the page where its user corrects it, without the page of the platform', () => {
    const page = `${installation.baseUrl}/account/school?platform=school`
    for (const recipient of [email, sms]) {
      const { text } = renderMessage(
        installation,
        'school-rejected',
        recipient,
        sampleValues['school-rejected'],
      )
      assert.ok(text.split('\n').includes(page), recipient.channel)
    }
  })

  it('reads well as plain text', () => {
    const { text } = renderMessage(installation, 'new-device', email, sampleValues['new-device'])
    assert.equal(
      text,
      `Hello Asha,

Someone signed in to Learning in a browser that we haven’t seen with your account before:

Browser: Chrome on Android
Time: 22 November 2026, 15:25 (India Standard Time)

If this was you, you’re all set.

If it wasn’t you, choose ‘This wasn’t me’. We’ll send you a link to set a new password, which signs out everyone else. Then tell us at help@foyer.example.

This wasn’t me:
https://accounts.foyer.example/forgot-password?platform=student&email=asha.rao%40example.com

-- 
Questions? Write to help@foyer.example.
You get this because someone signed in to your Foyer account in a new browser.
Foyer · accounts.foyer.example`,
    )
  })

  it('links mails only to our own pages, with a button, and the URL below everything else', () => {
    for (const name of names) {
      const { subject, text, html = '' } = renderMessage(installation, name, email, sampleValues[name])
      const hrefs = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href)
      const links = hrefs.map((href) => href.replaceAll('&amp;', '&'))
      assert.ok(html.split('<a class="button"').length <= 2, name)
      for (const link of links) {
        assert.equal(new URL(link).origin, installation.baseUrl)
        assert.ok(text.split('\n').includes(link))
      }
      for (const link of links.slice(0, 1)) {
        const [, afterButton = '', afterUrl = ''] = html.split(link.replaceAll('&', '&amp;'))
        assert.match(afterButton, /Link not working\?/)
        assert.doesNotMatch(afterUrl, /class="ink"|class="button"/)
      }
      const preview = /display:none[^>]*>([^<]*)</.exec(html)?.[1] ?? ''
      assert.doesNotMatch(subject + preview, /https?:|rs_/)
    }
  })

  it('says at the end of every mail, as text and HTML, why this address gets it, and who sends it', () => {
    for (const name of names) {
      const { text, html = '' } = renderMessage(installation, name, email, sampleValues[name])
      const [because = '', imprint] = text.split('\n').slice(-2)
      assert.match(because, /^You get this because [^.]+\.$/, name)
      assert.equal(imprint, 'Foyer · accounts.foyer.example')
      assert.ok(html.includes(`>${because}</p>`) && html.includes(`>${imprint}</p>`), name)
    }
  })

  it('shows the code of a mail in two groups', () => {
    const { html = '' } = otp()
    assert.match(html, /<span>012<\/span><span[^>]*>345<\/span>/)
  })

  it('escapes names, devices and links in mails', () => {
    const evil = '<img src=x onerror=alert(1)>"&\''
    const link = 'https://accounts.foyer.example/"><img src=x>'
    const reset = { firstName: 'Asha', platform: 'student', link, minutes: 30 } as const
    assert.doesNotMatch(
      renderMessage(installation, 'reset-password', email, reset).html ?? '',
      /"><img src=x/,
    )
    const { html = '' } = renderMessage({ ...installation, provider: evil }, 'new-device', email, {
      firstName: evil,
      platform: 'student',
      device: evil,
      at: new Date(),
      timeZone: evil,
    })
    assert.doesNotMatch(html, /<img src|onerror=alert\(1\)>|"&'/)
    assert.match(html, /&lt;img src=x onerror=alert\(1\)&gt;&quot;&amp;&#39;/)
  })

  it('greets users by name unless the name contains more than a name', () => {
    for (const name of ['Asha', 'Ana María', "D'Arcy", 'Jean-Luc', 'आशा', '愛', 'Ngũgĩ'])
      assert.ok(otp(name).text.startsWith(`Hello ${name},`), name)
    for (const name of [
      'Visit evil.example',
      'https://evil.example',
      'a@evil.example',
      '<b>',
      'x'.repeat(41),
      'A\nB',
    ])
      assert.ok(otp(name).text.startsWith('Hello,'), name)
  })
})

describe('rendered SMS', () => {
  it('fits an SMS without its link into 160 characters, whatever the provider is called', () => {
    for (const provider of [
      'Foyer',
      'Ñandú Überprüfung für Pädagogik und Łódź',
      '教育 Foyer 🎓',
      'x'.repeat(300),
    ])
      for (const name of names) {
        const { text, subject } = renderMessage({ ...installation, provider }, name, sms, sampleValues[name])
        assert.equal(subject, '')
        assert.equal(toGsm7(text), text)
        const sentence = text.replace(/\n\nhttps:\S+$/, '')
        assert.doesNotMatch(sentence, /’/)
        assert.ok(lengthInGsm7(sentence) <= 160, `${name}: ${sentence.length}`)
        assert.match(sentence, /[.:]$|#123456$/, `${name} is complete: ${sentence}`)
      }
  })

  it('puts the whole link into the last line of an SMS', () => {
    for (const name of ['reset-password', 'create-password', 'beta-invitation'] as const) {
      const { text } = renderMessage(installation, name, sms, sampleValues[name])
      assert.equal(text.split('\n').at(-1), sampleValues[name].link)
    }
  })

  it('binds a code to our host in the last line of an SMS, which is never cut', () => {
    for (const host of ['accounts.foyer.example', `${'a'.repeat(60)}.${'b'.repeat(60)}.example`]) {
      const { text } = renderMessage(
        { ...installation, baseUrl: `https://${host}` },
        'otp-code',
        sms,
        codeGiven,
      )
      assert.equal(text.split('\n').at(-1), `@${host} #012345`)
    }
    const { text } = renderMessage(installation, 'otp-code', sms, codeGiven)
    assert.match(text, /^012345 is your Foyer code to sign in to Learning, valid for 5 minutes\./)
  })
})
