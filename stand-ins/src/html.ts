/** Markup that is safe to send. Only `html` and `html.raw` create it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | Html | readonly Html[]

/** Escapes every value except markup that `html` made. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.reduce((text, string, i) => text + string + (i < parts.length ? render(parts[i] ?? '') : ''), ''),
  )
}
html.raw = (text: string) => new Html(text)

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'string') return escaped(part)
  return part.map(({ text }) => text).join('')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
