/** Renders our own Markdown: the descriptions of the OpenAPI document and the guide. */
import { Marked, type Tokens } from 'marked'
import { Html, html } from '../../html/html.ts'
import { codeBlock, jsonBlock } from './code-block.ts'

export type Heading = { id: string; text: Html }

/** The sections of the document that is rendered. */
let sections: Heading[] = []

const marked = new Marked({
  renderer: {
    heading({ tokens, depth }: Tokens.Heading) {
      const text = this.parser.parseInline(tokens)
      const id = slugOf(text.replace(/<[^<>]*>/g, ''))
      if (depth === 2) sections.push({ id, text: new Html(text) })
      return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${text}</a></h${depth}>\n`
    },
    code({ text, lang }: Tokens.Code) {
      return (lang === 'json' ? jsonBlock(lang, text) : codeBlock(lang || 'text', text)).text
    },
    // An empty heading would announce nothing, so such a column has plain cells.
    tablecell({ tokens, header }: Tokens.TableCell) {
      const text = this.parser.parseInline(tokens)
      return header && text ? `<th scope="col">${text}</th>` : `<td>${text}</td>`
    },
  },
})

export function markdown(text: string): Html {
  return new Html(marked.parse(text, { async: false }))
}

/** Renders a whole document without its title, and returns its sections for a table of contents. */
export function markdownDocument(text: string): { content: Html; sections: Heading[] } {
  sections = []
  return { content: markdown(text.replace(/^# .*\n/, '')), sections }
}

/** Returns the id that GitHub gives a heading, so that links within the document work in both places. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** Renders the table of contents. */
export function contentsList(headings: readonly Heading[]): Html {
  return html`<ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`
}
