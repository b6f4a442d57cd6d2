/** Finds what a user sees in a tab, and acts like a user, by the words on the screen. */
import assert from 'node:assert/strict'
import { type BoundFunctions, configure, type queries, within } from '@testing-library/dom'
import type { SentRequest } from './answers.ts'
import { Tab } from './tab.ts'

configure({
  getElementError: (message) => new Error(message ?? 'Not found'),
  computedStyleSupportsPseudoElements: false,
})

type Name = string | RegExp
type Role = Parameters<BoundFunctions<typeof queries>['getByRole']>[0]

export class Page extends Tab {
  /** Returns queries on the current document. */
  get get() {
    return within(this.document.body)
  }

  /** Returns the requests for this path. */
  sentTo(path: string | RegExp, method?: string): SentRequest[] {
    return this.sent.filter(
      (one) =>
        (typeof path === 'string' ? one.path === path : path.test(one.path)) &&
        (method === undefined || one.method === method),
    )
  }

  /** Waits for an element with this role and name. */
  find(role: Role, name?: Name): Promise<HTMLElement> {
    return this.waitFor(() => this.get.getByRole(role, name === undefined ? {} : { name }))
  }

  /** Waits for a field with this label; '(optional)' may follow the label. */
  field(label: Name): Promise<HTMLInputElement> {
    const labels = label instanceof RegExp ? label : new RegExp(`^${RegExp.escape(label)}( \\(.*\\))?$`)
    return this.waitFor(() => this.get.getByLabelText<HTMLInputElement>(labels))
  }

  /** Waits for a text in the page. */
  sees(text: Name): Promise<unknown> {
    return this.waitFor(() => assert.match(this.text(), text instanceof RegExp ? text : literal(text)))
  }

  /** Waits until the page has this heading. */
  heading(text: Name): Promise<unknown> {
    return this.find('heading', text)
  }

  /** Waits for an error notice with this text. */
  notice(text: Name): Promise<unknown> {
    return this.waitFor(() => {
      const notice = this.document.querySelector('.notice-error')
      assert.match(notice ? this.text(notice) : 'no notice', text instanceof RegExp ? text : literal(text))
    })
  }

  /** Waits until the element with this id has the focus. */
  focused(id: string): Promise<unknown> {
    return this.waitFor(() => assert.equal(this.document.activeElement?.id, id))
  }

  /** Returns the text that a screen reader adds to the name of the element with this id, such as its error. */
  description(id: string): string {
    const element = this.document.getElementById(id)
    assert.ok(element, `There is no element ${id}`)
    const parts = (element.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean)
    return parts.map((part) => this.text(this.document.getElementById(part) ?? undefined)).join(' ')
  }

  /** Waits until a screen reader adds this text to the name of the element with this id. */
  described(id: string, text: RegExp): Promise<unknown> {
    return this.waitFor(() => assert.match(this.description(id), text))
  }

  /** Waits until the document's title begins with this text. */
  titled(start: string): Promise<unknown> {
    return this.waitFor(() => assert.equal(this.document.title.slice(0, start.length), start))
  }

  /** Returns the text of the page or of an element, with single spaces. */
  text(element: Element = this.document.body): string {
    const copy = element.cloneNode(true) as Element
    for (const hidden of copy.querySelectorAll('script, style, [hidden], template, noscript, #fatal'))
      hidden.remove()
    return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
  }

  /** Replaces the content of a field at once; tests of single keys use `user.keyboard`. */
  async type(label: Name, text: string): Promise<void> {
    const field = await this.field(label)
    await this.user.clear(field)
    await this.user.paste(text)
  }

  /** Chooses an option of a select by its text. */
  async choose(label: Name, option: string): Promise<void> {
    const field = await this.field(label)
    const found = await this.waitFor(() => within(field).getByRole('option', { name: option }))
    await this.user.selectOptions(field, found)
  }

  /** Presses a button or a link. */
  async press(name: Name): Promise<void> {
    const target = await this.waitFor(() => {
      const [found] = [
        ...this.get.queryAllByRole('button', { name }),
        ...this.get.queryAllByRole('link', { name }),
      ]
      assert.ok(found, `There is no button or link ${name}: ${this.text()}`)
      return found
    })
    await this.user.click(target)
  }

  /** Waits until the page navigates to this URL of another site. */
  leaves(address: Name): Promise<URL> {
    return this.waitFor(() => {
      assert.match(
        this.left?.href ?? `still on ${this.url}`,
        address instanceof RegExp ? address : literal(address),
      )
      return this.left as URL
    })
  }

  /** Waits until the tab shows the service's document at this path and query. */
  async shows(address: Name): Promise<void> {
    await this.waitFor(() =>
      assert.match(
        this.url.pathname + this.url.search,
        address instanceof RegExp ? address : literal(address),
      ),
    )
    await this.loading
  }
}

function literal(text: string): RegExp {
  return new RegExp(RegExp.escape(text))
}
