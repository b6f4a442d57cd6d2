/** Defines the style rules of the development inbox. */
export const inboxStyle = `main:focus-visible, h2:focus-visible { outline: none }
.inbox { display: grid; grid-template-columns: minmax(0, 1fr); overflow-wrap: anywhere }
.list { display: grid; gap: 1rem; align-content: start; padding: 1.5rem clamp(1rem, 3vw, 1.5rem); min-inline-size: 0 }
.list > h1 { font-size: 1.5rem }
.filter { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end }
.filter .field { flex: 1 1 10rem; min-inline-size: 0 }
#messages { display: grid; gap: 0.25rem; list-style: none }
#messages:empty { display: none }
#messages a { display: grid; gap: 0.125rem; padding: 0.75rem; border-radius: var(--radius); color: var(--ink); font-weight: 400; text-decoration: none }
#messages a:hover { background: var(--sunken) }
#messages a[aria-current] { background: var(--brand-soft); box-shadow: inset 0.1875rem 0 var(--brand) }
#messages a:focus-visible { outline-offset: -3px }
.item-title { display: -webkit-box; overflow: hidden; font-weight: 600; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-clamp: 2 }
.item-to { font-size: 0.9375rem }
.item-meta { font-size: 0.875rem; color: var(--muted) }
.empty { padding: 2rem 1rem; border: 1px dashed var(--control-line); border-radius: var(--radius); color: var(--muted); text-align: center }

.message { min-inline-size: 0; padding: clamp(1rem, 3vw, 2rem) }
article { display: grid; gap: 1.25rem; max-inline-size: 60rem; margin-inline: auto }
article > header { display: grid; gap: 1rem }
#message:focus-visible { outline-offset: -3px }
.back { justify-self: start; padding-block: 0.5rem }
dl { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem }
dt { font-size: 0.875rem; color: var(--muted) }
dd { font-size: 0.9375rem }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: center }
.actions output { font: 700 2rem/1.2 var(--mono); letter-spacing: 0.08em; user-select: all }
iframe { inline-size: 100%; block-size: max(30rem, calc(100dvh - 22rem)); border: 1px solid var(--line); border-radius: 1rem; background: var(--surface) }
.phone {
  justify-self: center; inline-size: min(100%, 24rem); min-block-size: 22rem; padding: 3rem 1.25rem; border: 1px solid var(--line);
  border-radius: 2rem; background: var(--surface);
}
.bubble { inline-size: fit-content; max-inline-size: 95%; padding: 0.75rem 1rem; border-radius: 1.25rem 1.25rem 1.25rem 0.25rem; background: var(--sunken); white-space: pre-wrap }
summary { min-block-size: 2.75rem; padding-block: 0.625rem; border-radius: 0.5rem; color: var(--brand); font-weight: 600; cursor: pointer }
article pre { padding: 1rem; border-radius: var(--radius); background: var(--sunken); font: inherit; white-space: pre-wrap }

@media (max-width: 55.99rem) {
  #main[data-view='list'] .message, #main[data-view='message'] .list > :not(h1) { display: none }
  [data-view='message'] .list { padding-block-end: 0 }
}
@media (min-width: 56rem) {
  .inbox { grid-template-columns: 24rem minmax(0, 1fr); block-size: calc(100dvh - 4rem); min-block-size: 30rem }
  .list, .message { overflow: auto; overscroll-behavior: contain }
  .list { border-inline-end: 1px solid var(--line); background: var(--surface) }
  .back { display: none }
}
@media (forced-colors: active) {
  #messages a[aria-current] { outline: 2px solid Highlight; outline-offset: -2px }
}`
