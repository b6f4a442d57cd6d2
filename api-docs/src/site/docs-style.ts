/** Defines the styles of the pages below /docs: our colours for Scalar, and the guide. */

export const docsStyle = `
/* On wide screens Scalar is below a sticky header of fixed height; on narrow screens both scroll. */
@media (min-width: 64rem) {
  :root { --scalar-custom-header-height: 4rem; scroll-padding-top: 5rem }
  body:has(#reference) .top { position: sticky; z-index: 10; inset-block-start: 0; block-size: var(--scalar-custom-header-height) }
}
#main:focus-visible, #reference section:focus-visible { outline: none }
/* The title of a route would otherwise widen narrow screens. */
body { overflow-x: clip }
.light-mode { color-scheme: light }
.dark-mode { color-scheme: dark }
.light-mode, .dark-mode {
  --scalar-background-1: var(--bg);
  --scalar-background-2: var(--surface);
  --scalar-background-3: var(--sunken);
  --scalar-background-accent: var(--brand-soft);
  --scalar-color-1: var(--ink);
  --scalar-color-2: var(--muted);
  --scalar-color-3: var(--muted);
  --scalar-color-accent: var(--brand);
  --scalar-border-color: var(--line);
  --scalar-color-green: var(--success);
  --scalar-color-red: var(--error);
  --scalar-color-yellow: var(--warning);
  --scalar-color-orange: var(--warning);
  --scalar-color-blue: var(--brand);
  --scalar-color-purple: var(--brand);
  --scalar-button-1: var(--brand);
  --scalar-button-1-hover: var(--brand);
  --scalar-button-1-color: var(--on-brand);
  --scalar-sidebar-background-1: var(--surface);
  --scalar-sidebar-color-1: var(--ink);
  --scalar-sidebar-color-2: var(--muted);
  --scalar-sidebar-color-active: var(--ink);
  --scalar-sidebar-item-active-background: var(--brand-soft);
  --scalar-sidebar-item-hover-background: var(--brand-soft);
  --scalar-sidebar-border-color: var(--line);
  --scalar-font: system-ui, sans-serif;
  --scalar-font-code: var(--mono);
}

.guide { overflow-wrap: anywhere; display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem 4rem; max-inline-size: 72rem; margin-inline: auto; padding: 2.5rem clamp(1rem, 3vw, 2rem) 6rem }
.guide nav ul { list-style: none }
.guide nav a { display: inline-block; padding-block: 0.25rem }
.guide nav a:not(:hover, :focus-visible) { text-decoration: none }
.guide article { max-inline-size: 48rem; min-inline-size: 0 }
.guide article > * + * { margin-block-start: 1rem }
.guide :is(ul, ol) { padding-inline-start: 1.25rem }
.guide nav ul { padding-inline-start: 0 }
.guide article h2 { margin-block-start: 3rem }
.guide article h3 { margin-block-start: 2rem }
.guide .anchor { color: inherit; font-weight: inherit; text-decoration: none }
.guide code:not(pre code) { padding: 0.0625rem 0.3125rem; border-radius: 0.375rem; background: var(--sunken); font-size: 0.875em }
.guide pre { padding: 1rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); font-size: 0.8125rem; line-height: 1.6; white-space: pre-wrap }
.guide table { display: block; inline-size: 100%; border-collapse: collapse; font-size: 0.9375rem }
.guide :is(th, td) { padding: 0.5rem 0.75rem 0.5rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top }
.guide nav ul { columns: 8rem }
@media (min-width: 64rem) {
  .guide nav ul { columns: auto }
  .guide :is(th, td):first-child { min-inline-size: 8rem; overflow-wrap: normal }
  .guide :is(th, td):nth-child(2):not(:last-child) { min-inline-size: 14rem }
  .guide { grid-template-columns: 16rem minmax(0, 1fr) }
  .guide nav { position: sticky; inset-block-start: 6rem; align-self: start }
}
@media (max-width: 30rem) {
  .top-brand { display: none }
}`
