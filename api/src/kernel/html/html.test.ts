/** Tests the template tag of the pages that the service renders itself. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html } from './html.ts'

describe('html', () => {
  it('escapes every value of a page, in text and in attributes', () => {
    const { text } = html`<p title="${'"><b>'}">${"<script>&'"}</p>`
    assert.equal(text, '<p title="&quot;&gt;&lt;b&gt;">&lt;script&gt;&amp;&#39;</p>')
  })

  it('keeps its own markup, joins lists and writes nothing for null', () => {
    const items = ['<i>', 'two'].map((item) => html`<li>${item}</li>`)
    assert.equal(html`<ul>${items}</ul>${null}${2}`.text, '<ul><li>&lt;i&gt;</li><li>two</li></ul>2')
  })
})
