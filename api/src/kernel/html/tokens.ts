/**
 * Holds the design tokens of what the service itself renders: /docs, the inbox of development and the mails. The colours
 * are those of web/src/ui/page/theme.css, which scripts/design-tokens.test.ts checks.
 */

type LightAndDark = readonly [light: string, dark: string]

export const colours = {
  bg: ['#f7f8fb', '#0b1120'],
  surface: ['#ffffff', '#131b2e'],
  ink: ['#131a2b', '#edf1fa'],
  muted: ['#4b5468', '#a9b4c9'],
  line: ['#e3e7ef', '#263149'],
  'control-line': ['#767f93', '#7a869e'],
  error: ['#b3261e', '#ffb4ab'],
  success: ['#17693a', '#86dba6'],
  warning: ['#8a5300', '#ffc46b'],
  'on-brand': ['#ffffff', '#0b1120'],
} as const satisfies Record<string, LightAndDark>

const declarations = Object.entries(colours).map(
  ([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`,
)

/** Returns the tokens, and the rules that all pages of the service share. */
export function baseStyle(brand: { light: string; dark: string }): string {
  return `:root {
  color-scheme: light dark;
  ${declarations.join('\n  ')}
  --brand: light-dark(${brand.light}, ${brand.dark});
  --brand-soft: color-mix(in oklab, var(--brand) 9%, var(--surface));
  --sunken: color-mix(in oklab, var(--ink) 6%, var(--bg));
  --radius: 0.75rem;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
  font: 400 100%/1.5 system-ui, sans-serif;
  color: var(--ink);
  background: var(--bg);
  accent-color: var(--brand);
  -webkit-text-size-adjust: 100%;
}
${rules}`
}

const rules = `*, *::before, *::after { box-sizing: border-box }
body { margin: 0; overflow-wrap: break-word }
code, pre { overflow-wrap: anywhere }
h1, h2, h3, h4, p, ul, ol, dl, dd, pre, figure { margin: 0; padding: 0 }
h1, h2, h3, h4 { font-weight: 700; line-height: 1.25; text-wrap: balance }
h1 { font-size: 2rem; letter-spacing: -0.022em }
h2 { font-size: 1.5rem; letter-spacing: -0.015em }
h3 { font-size: 1.125rem }
h4 { font-size: 0.875rem }
a { color: var(--brand); font-weight: 500; text-underline-offset: 0.2em; border-radius: 0.25rem }
a:hover { text-decoration-thickness: 2px }
button, input, textarea, select { font: inherit; color: inherit }
code, pre, output { font-family: var(--mono) }
[hidden] { display: none !important }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
.muted { color: var(--muted) }
.small { font-size: 0.875rem }
.visually-hidden {
  position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.button {
  display: inline-flex; align-items: center; justify-content: center; min-block-size: 2.75rem; padding: 0.5rem 1.125rem;
  border: 1px solid var(--control-line); border-radius: var(--radius); background: var(--surface); color: var(--ink);
  max-inline-size: 100%; font-weight: 600; text-align: center; overflow-wrap: anywhere; text-decoration: none; cursor: pointer;
}
.button:hover { background: var(--brand-soft) }
.button-primary, .button-primary:hover { border-color: var(--brand); background: var(--brand); color: var(--on-brand) }
.button-primary:hover { filter: brightness(1.08) }
.button-small { min-block-size: 2rem; padding: 0.125rem 0.75rem; border-radius: 0.5rem; font-size: 0.875rem }
.field { display: grid; gap: 0.25rem }
.field > label { font-size: 0.875rem; font-weight: 600 }
.input {
  inline-size: 100%; min-block-size: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--control-line);
  border-radius: var(--radius); background: var(--surface);
}
.skip-link {
  position: absolute; z-index: 4; inset: 0.5rem auto auto 0.5rem; padding: 0.625rem 1rem; border-radius: var(--radius);
  background: var(--surface);
}
.skip-link:not(:focus) { translate: 0 -200% }
.top {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem; padding: 0.5rem clamp(1rem, 3vw, 2rem);
  min-block-size: 4rem; border-block-end: 1px solid var(--line); background: var(--surface);
}
.top-brand {
  display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0.625rem; min-block-size: 2.75rem; color: var(--ink); font-size: 1.125rem;
  font-weight: 700; letter-spacing: -0.01em; text-decoration: none;
}
.top-name { padding-inline-start: 0.625rem; border-inline-start: 1px solid var(--control-line); font-size: 0.875rem; font-weight: 400; letter-spacing: 0; color: var(--muted) }
.top nav { margin-inline-start: auto }
.top ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; list-style: none }
.top li a { display: inline-block; padding: 0.5rem 0; color: var(--muted); text-decoration: none }
.top li a:hover { color: var(--ink); text-decoration: underline }
.top li a[aria-current] { color: var(--ink); box-shadow: inset 0 -2px var(--brand) }
.mark { flex: none; fill: var(--brand); fill-rule: evenodd }
@media (forced-colors: active) {
  :focus-visible { outline-color: Highlight }
  .mark { fill: CanvasText }
  .button-primary { border-width: 2px }
  .top li a[aria-current] { text-decoration: underline }
}
@media (max-width: 30rem) {
  .top nav { margin-inline-start: 0 }
  h1 { font-size: 1.5rem }
  h2 { font-size: 1.25rem }
}`
