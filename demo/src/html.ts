/** Markup that is safe to send. Only `html` creates it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Html[]

/** Escapes every value except markup that `html` made. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.reduce((text, string, i) => text + string + (i < parts.length ? render(parts[i] ?? '') : ''), ''),
  )
}

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
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
