/** What messages say and may not say. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lengthInGsm7, toGsm7 } from './gsm-7.ts'
import { renderMessage } from './render-message.ts'
import type { TemplateName } from './templates.ts'
import { installation } from './test-outbox.ts'
import { sampleValues } from './test-sample-values.ts'

const names = Object.keys(sampleValues) as TemplateName[]
const codeGiven = { code: '012345', minutes: 5, firstName: 'Asha' }
const otp = (firstName = 'Asha') =>
  renderMessage(installation, 'otp-code', 'email', { ...codeGiven, firstName })

describe('mail', () => {
  it('says everything in its text alone: code, how long it is good, who writes, where to ask', () => {
    const { text } = otp()
    for (const said of [/^012345$/m, /5 minutes/, /^Foyer$/m, /help@foyer\.example/, /^Hello Asha,$/m])
      assert.match(text, said)
  })

  it('has no code in a subject, in what a mailbox shows beside it, or in a link', () => {
    for (const name of names) {
      const { subject, html = '' } = renderMessage(installation, name, 'email', sampleValues[name])
      assert.doesNotMatch(subject, /[0-9]{4}/)
      assert.doesNotMatch(/display:none[^>]*>([^<]*)</.exec(html)?.[1] ?? '', /[0-9]{4}/)
      assert.doesNotMatch(html, /src=|<script|<img/)
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) assert.doesNotMatch(href, /012345|123456/)
      assert.ok(subject.length > 0 && subject.length < 78)
    }
    assert.doesNotMatch(otp().html ?? '', /<a |href/)
  })

  it('links to our own pages alone: a button, with its address to be seen and copied', () => {
    for (const name of names) {
      const { subject, text, html = '' } = renderMessage(installation, name, 'email', sampleValues[name])
      const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href)
      assert.ok(links.length <= 1, name)
      for (const link of links) {
        assert.equal(new URL(link).origin, installation.baseUrl)
        assert.equal(html.split(link).length, 3, 'in the button, and below it')
        assert.ok(text.split('\n').includes(link))
      }
      const preview = /display:none[^>]*>([^<]*)</.exec(html)?.[1] ?? ''
      assert.doesNotMatch(subject + preview, /https?:|rs_/)
    }
  })

  it('shows the code in groups, and copies it whole', () => {
    const { html = '' } = otp()
    assert.match(html, /<span>012<\/span><span[^>]*>345<\/span>/)
  })

  it('escapes what comes from outside', () => {
    const evil = '<img src=x onerror=alert(1)>"&\''
    const link = 'https://accounts.foyer.example/"><img src=x>'
    const reset = { firstName: 'Asha', link, minutes: 30 }
    assert.doesNotMatch(renderMessage(installation, 'reset-password', 'email', reset).html ?? '', /"><img/)
    const { html = '' } = renderMessage({ ...installation, provider: evil }, 'new-device', 'email', {
      firstName: evil,
      platform: evil,
      device: evil,
      at: new Date(),
    })
    assert.doesNotMatch(html, /<img|"&'/)
    assert.match(html, /&lt;img src=x onerror=alert\(1\)&gt;&quot;&amp;&#39;/)
  })

  it('greets by name, unless the name is more than one', () => {
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

describe('an SMS', () => {
  it('is one message of 160 characters, not counting a link, whatever the provider is called', () => {
    for (const provider of [
      'Foyer',
      'Ñandú Überprüfung für Pädagogik und Łódź',
      '教育 Foyer 🎓',
      'x'.repeat(300),
    ])
      for (const name of names) {
        const { text, subject } = renderMessage(
          { ...installation, provider },
          name,
          'sms',
          sampleValues[name],
        )
        assert.equal(subject, '')
        assert.equal(toGsm7(text), text)
        const said = text.replace(/\n\nhttps:\S+$/, '')
        assert.ok(lengthInGsm7(said) <= 160, `${name}: ${said.length}`)
        assert.match(said, /[.:]$|#123456$/, `${name} says all of it: ${said}`)
      }
  })

  it('has its link whole, in the last line', () => {
    for (const name of ['reset-password', 'create-password', 'beta-invitation'] as const) {
      const { text } = renderMessage(installation, name, 'sms', sampleValues[name])
      assert.equal(text.split('\n').at(-1), sampleValues[name].link)
    }
  })

  it('binds a code to our host in its last line, which is never cut', () => {
    for (const host of ['accounts.foyer.example', `${'a'.repeat(60)}.${'b'.repeat(60)}.example`]) {
      const { text } = renderMessage(
        { ...installation, baseUrl: `https://${host}` },
        'otp-code',
        'sms',
        codeGiven,
      )
      assert.equal(text.split('\n').at(-1), `@${host} #012345`)
    }
    const { text } = renderMessage(installation, 'otp-code', 'sms', codeGiven)
    assert.match(text, /^012345 is your Foyer code, valid for 5 minutes\./)
  })
})
