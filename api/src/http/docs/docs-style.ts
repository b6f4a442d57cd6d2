/** Style rules of the pages below /docs. */
import { arcadeStyle } from './arcade.ts'

/** A table becomes a list where its columns would be too narrow. */
const stackedTable = `
  table, tbody, tr, td { display: block; overflow-wrap: anywhere }
  thead { display: none }
  tr { padding-block: 0.5rem; border-block-end: 1px solid var(--line) }
  td, .refusals td:nth-child(2) { padding: 0.125rem 0; border: 0; white-space: normal }
  td code { overflow-wrap: anywhere }`

export const docsStyle = `html { scroll-padding-top: 1.5rem }
main:focus-visible { outline: none }
.top { padding-inline: max(clamp(1rem, 3vw, 1.5rem), calc((100% - 100rem) / 2 + 1.5rem)) }
.docs { display: grid; grid-template-columns: minmax(0, 1fr); max-inline-size: 100rem; margin-inline: auto }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4rem; padding: 0 clamp(1rem, 3vw, 3rem) 6rem }
section, .endpoint, article { min-inline-size: 0 }

.hero { display: flex; flex-wrap: wrap-reverse; align-items: flex-start; gap: 1.5rem 3rem; padding-block-start: 2.5rem }
.hero-text { display: grid; grid-template-columns: minmax(0, 1fr); flex: 1 1 26rem; gap: 1.25rem; min-inline-size: 0 }
.hero h1 { font-size: clamp(1.75rem, 1rem + 4vw, 3rem) }
.hero .lead { font-size: 1.125rem; color: var(--muted) }
.hero-links { display: flex; flex-wrap: wrap; gap: 0.75rem }
.arcade { flex: 0 1 27.5rem; min-inline-size: 0; max-inline-size: 100%; block-size: auto; border-block-end: 2px solid var(--control-line); overflow: visible }
.arcade path:first-child { opacity: 0.16 }
${arcadeStyle}
.facts { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem }
.facts dt { font-size: 0.875rem; color: var(--muted) }
.facts code { font-size: 0.9375rem }

.lead { max-inline-size: 44rem }
.prose { max-inline-size: 44rem }
.prose > * + * { margin-block-start: 1rem }
.prose ul, .prose ol { padding-inline-start: 1.25rem }
.prose li + li { margin-block-start: 0.375rem }
.prose h2 { margin-block-start: 3rem }
.prose h3 { margin-block-start: 2rem }
:is(.prose, .steps, .fields, table, .field-type) code:not(pre code) {
  padding: 0.0625rem 0.3125rem; border-radius: 0.375rem; background: var(--sunken); font-size: 0.875em;
}
h2 + .prose, h3 + .prose { margin-block-start: 0.75rem }
.prose + h3 { margin-block-start: 2rem }
.anchor { color: inherit; font-weight: inherit; text-decoration: none }
.anchor:hover { text-decoration: underline }

table { inline-size: 100%; margin-block-start: 1rem; border-collapse: collapse; font-size: 0.9375rem }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top }
h4 + table { margin-block-start: 0 }
th { font-size: 0.875rem; color: var(--muted) }

.steps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 1rem; margin-block-start: 1.25rem; list-style: none; counter-reset: step }
.steps li {
  display: grid; gap: 0.5rem; align-content: start; padding: 1.25rem; border: 1px solid var(--line); border-radius: 1rem;
  background: var(--surface); counter-increment: step;
}
.steps h3 a { font-weight: 700 }
.steps li::before {
  content: counter(step); display: grid; place-items: center; inline-size: 2rem; block-size: 2rem; border-radius: 1rem 1rem 0.25rem 0.25rem;
  background: var(--brand-soft); color: var(--brand); font-weight: 700;
}

.code { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; overflow: clip; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface) }
.code figcaption { min-block-size: 2.75rem; padding: 0.625rem 1rem; font-size: 0.875rem; font-weight: 600; color: var(--muted) }
.code .button { margin: 0.375rem; margin-inline-start: auto }
.code pre { inline-size: 100%; border-block-start: 1px solid var(--line) }
.code pre, .try-answer { padding: 1rem; font-size: 0.8125rem; line-height: 1.6; white-space: pre-wrap; tab-size: 2 }
.json-key { color: var(--brand) }
.json-string { color: var(--success) }
.json-literal { color: var(--warning) }

.endpoint { margin-block-start: 2rem; padding-block-start: 2rem; border-block-start: 1px solid var(--line); content-visibility: auto; contain-intrinsic-block-size: auto 60rem }
.endpoint h3 { font-size: 1.25rem; letter-spacing: -0.01em; max-inline-size: 44rem }
.route { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; margin-block: 0.5rem 1.25rem }
.route code { font-size: 0.9375rem }
.method { color: var(--ink); font: 700 0.75rem/1.5 var(--mono); letter-spacing: 0.02em }
.method-get { color: var(--success) }
.method-post { color: var(--brand) }
.method-put { color: var(--warning) }
.method-delete { color: var(--error) }
.route .method { padding: 0.125rem 0.5rem; border: 1px solid currentColor; border-radius: 0.5rem }
.endpoint-columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.5rem 3rem }
.endpoint-text, .endpoint-examples { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-content: start; min-inline-size: 0 }
.endpoint-text > h4 { margin-block-start: 0.5rem }
.access-label { margin-inline-end: 0.5rem; font-size: 0.875rem; font-weight: 700 }
.no-content { color: var(--muted); font-size: 0.9375rem }

.fields { list-style: none; border-block-start: 1px solid var(--line) }
.fields li { padding-block: 0.625rem; border-block-end: 1px solid var(--line) }
.fields li:last-child { border-block-end: 0 }
.field-name { font-weight: 600 }
.field-type, .field-bounds { color: var(--muted); font-size: 0.9375rem }
.field-bounds code:not(pre code) { background: none; padding: 0 }
.fields .prose { margin-block-start: 0.25rem }
.field-inner { margin-block-start: 0.375rem }
.field-inner > .fields { margin: 0.5rem 0 0 0.5rem; padding-inline-start: 1rem; border-inline-start: 2px solid var(--line); border-block-start: 0 }
summary { min-block-size: 2rem; padding-block: 0.25rem; border-radius: 0.5rem; color: var(--brand); font-weight: 600; font-size: 0.9375rem; cursor: pointer }

.try { border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface) }
.try > summary { padding: 0.625rem 1rem; min-block-size: 2.75rem }
.try form { display: grid; gap: 0.875rem; padding: 0.5rem 1rem 1rem }
.try textarea { font: 0.8125rem/1.6 var(--mono); resize: vertical }
.try-send { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem }
.try-status { font-size: 0.9375rem; font-weight: 600 }
.try-answer { border-radius: 0.5rem; background: var(--sunken) }
.shape { margin-block-start: 2rem }
.shape > * + *, #headers + .fields { margin-block-start: 0.75rem }
#headers { margin-block-start: 2rem }

.contents-bar { position: sticky; z-index: 2; inset-block-start: 0; padding: 0.5rem clamp(1rem, 3vw, 2rem); border-block-end: 1px solid var(--line); background: var(--bg) }
.contents-bar .button { min-block-size: 2.75rem }
.contents { inset: 4rem 1rem 1rem; inline-size: auto; block-size: auto; padding: 1.25rem; overflow: auto; border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); color: inherit; font-size: 0.9375rem }
.contents::backdrop { background: rgb(11 17 32 / 40%) }
:is(.errors-elsewhere, p.field-type) a { display: inline-block; padding-block: 0.25rem }
.contents ul { list-style: none }
.contents p { margin-block: 1.25rem 0.25rem }
.contents p a { display: inline-flex; align-items: center; min-block-size: 1.75rem; color: var(--ink); font-weight: 700; text-decoration: none }
.contents li a { display: flex; gap: 0.625rem; align-items: baseline; min-block-size: 2rem; padding: 0.25rem 0.5rem; margin-inline: -0.5rem; border-radius: 0.5rem; color: var(--muted); font-weight: 400; text-decoration: none }
.contents a:hover { color: var(--ink); text-decoration: underline }
.contents li a[aria-current] { background: var(--brand-soft); color: var(--ink); font-weight: 600 }
.contents .method { flex: none; inline-size: 3.25rem; font-size: 0.6875rem }
.filter { margin-block-end: 1rem }
.guide { padding-block-start: 2.5rem; max-inline-size: 56rem }

@media (max-width: 63.99rem) {
  html { scroll-padding-top: 5rem }
}
@media (max-width: 47.99rem) {
  main { gap: 3rem }
}
@media (max-height: 30rem) {
  .contents-bar { position: static }
}
.refusals td:nth-child(2) { white-space: nowrap }
td code { overflow-wrap: break-word }
main { container: page / inline-size }
.endpoint-text { container: column / inline-size }
@container page (max-width: 42rem) {${stackedTable}
}
@container column (max-width: 24rem) {${stackedTable}
}
@media (min-width: 64rem) {
  .docs { grid-template-columns: 18rem minmax(0, 1fr) }
  .contents-bar { display: none }
  .contents {
    position: sticky; inset-block: 0 auto; inset-inline: auto; display: block; block-size: 100dvh; inline-size: auto; margin: 0;
    padding: 1.5rem; border: 0; border-inline-end: 1px solid var(--line); border-radius: 0; background: none; overscroll-behavior: contain;
  }
}
@media (min-width: 100rem) {
  .steps { grid-template-columns: repeat(4, minmax(0, 1fr)) }
}
@media (min-width: 80rem) {
  .endpoint-examples { position: sticky; inset-block-start: 1.5rem }
}
@media (forced-colors: active) {
  .contents li a[aria-current] { outline: 1px solid Highlight }
  .arcade { display: none }
}`
