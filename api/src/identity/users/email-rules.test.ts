/**
 * Tests the stored form and the key of email addresses, and that new addresses may not look like another user's address
 * (N-37).
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newEmailFault } from './email-rules.ts'
import { emailKey, readEmail } from './identifier.ts'

const hidden = /hidden character/
const mixed = /different alphabets/
const confusable = /look like others/

describe('normalisation of email addresses', () => {
  it('normalises an address by NFKC and its domain by UTS 46', () => {
    const cases = [
      [' Asha.Rao@Example.COM ', 'Asha.Rao@example.com'],
      ['ｖictim@example.com', 'victim@example.com'],
      ['ﬁnance@example.com', 'finance@example.com'],
      ['asha@ｅｘａｍｐｌｅ.com', 'asha@example.com'],
      ['ü@münchen.de', 'ü@xn--mnchen-3ya.de'],
      ['jose\u0301@example.com', 'jos\u00e9@example.com'],
    ] as const
    for (const [typed, address] of cases) assert.equal(readEmail(typed)?.address, address, typed)
  })

  it('keeps a normalised address unchanged', () => {
    for (const typed of ['ｖictim@ＥＸＡＭＰＬＥ.com', 'ü@münchen.de', 'Ω@example.com', 'İ@example.com']) {
      const { address, key } = readEmail(typed) ?? assert.fail(typed)
      assert.deepEqual(readEmail(address), { channel: 'email', address, key })
    }
  })

  it('gives an address the same key in either case and with either form of sigma', () => {
    for (const typed of ['νικος@example.gr', 'νικοσ@example.gr', 'ΝΙΚΟΣ@EXAMPLE.gr'])
      assert.equal(emailKey(typed), 'νικοσ@example.gr', typed)
  })
})

describe('email addresses of new accounts', () => {
  it('allows an address in one alphabet with a domain in another', () => {
    for (const good of [
      'asha.rao+news@mail.example.com',
      "o'neil@example.com",
      'José@example.com',
      'ngũgĩ@example.com',
      'əli@example.com',
      'катя@почта.рф',
      'νικος@example.gr',
      'अशोक@डाटामेल.भारत',
      'やまだ太郎@example.jp',
      'データ@eメール.jp',
      '김철수@example.kr',
      'ü@münchen.de',
      'asha@xn--mnchen-3ya.de',
    ]) {
      assert.equal(newEmailFault(good), null, good)
    }
  })

  it('refuses a hidden character in the local part and in the domain', () => {
    for (const bad of [
      '\u200b',
      '\u00ad',
      '\u034f',
      '\ufe0f',
      '\u3164',
      '\u115f',
      '\uffa0',
      '\u2060',
      '\u202e',
      '\ue000',
    ])
      for (const address of [`vic${bad}tim@example.com`, `victim@exam${bad}ple.com`])
        assert.match(newEmailFault(address) ?? '', hidden, JSON.stringify(address))
  })

  it('refuses mixed alphabets within the local part or a label of the domain', () => {
    for (const bad of [
      'vіctim@example.com',
      'аdmin@example.com',
      'admιn@example.com',
      'asha@exаmple.com',
      'asha太郎@example.com',
      'asha١@example.com',
      'asha@xn--exmple-4nf.com',
    ])
      assert.match(newEmailFault(bad) ?? '', mixed, bad)
  })

  it('refuses an address that looks like one in plain letters', () => {
    for (const bad of [
      'раураӏ@example.com',
      'СООР@example.com',
      'ναυρο@example.com',
      'ınfo@example.com',
      'vi\u0307ctim@example.com',
      'ɑsha@example.com',
      'հօսո@example.com',
      'john\u2010doe@example.com',
      'asha\u02bc@example.com',
    ])
      assert.match(newEmailFault(bad) ?? '', confusable, bad)
  })

  it('refuses text that is no email address', () => {
    for (const bad of ['asha', 'asha@example', 'asha@1.2.3.4', 'a@b@c.com', 'ａ＠ｂ'])
      assert.match(newEmailFault(bad) ?? '', /^Enter an email address/, bad)
  })
})
