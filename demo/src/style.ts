import { neutrals } from './family.ts'
import type { Site } from './sites.ts'

/** Returns the style sheet of a site. The page includes it, and the page's policy has its hash. */
export function styleOf({ family: { colour } }: Site): string {
  const colours = Object.entries(neutrals).map(
    ([name, [light, dark]]) => `--${name}:light-dark(${light},${dark});`,
  )
  return `:root{color-scheme:light dark;${colours.join('')}--brand:light-dark(${colour.light},${colour.dark})}
${rules}`
}

const rules = `*{box-sizing:border-box}
:root{font:400 100%/1.5 system-ui,sans-serif;color:var(--ink);background:var(--bg);accent-color:var(--brand);-webkit-text-size-adjust:100%}
body{position:relative;margin:0;min-height:100dvh;display:flex;flex-direction:column;overflow-wrap:break-word}
h1,h2,h3,p,ul,ol,dl,dd,form{margin:0;padding:0}
header,main,footer>div{inline-size:100%;max-inline-size:76rem;margin-inline:auto;padding-inline:clamp(1rem,4vw,2rem)}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;min-block-size:4rem;padding-block:.625rem}
main{flex:1;padding-block:clamp(1.5rem,6vw,4rem) 4rem}
main:focus-visible{outline:none}
footer{border-block-start:1px solid var(--line);background:var(--surface);color:var(--muted);font-size:.875rem}
footer>div{padding-block:1.25rem}
footer summary{inline-size:fit-content;padding-block:.625rem}
.site-list{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:0 1.5rem;list-style:none}
.site-list a{display:inline-block;padding-block:.25rem}
h1,h2,h3{font-weight:700;line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.75rem,1rem + 4vw,3rem);letter-spacing:-.022em;max-inline-size:18em;margin-block-end:1rem}
h2,h3{font-size:1.125rem}
a{color:var(--brand);font-weight:600;text-underline-offset:.2em;border-radius:.25rem}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
.skip-link{position:absolute;z-index:1;inset:.5rem auto auto .5rem;padding:.625rem 1rem;border-radius:.75rem;background:var(--surface)}
.skip-link:not(:focus){translate:0 -200%}
.backdrop{position:absolute;z-index:-1;inset:auto 0 0 auto;inline-size:12rem;fill:color-mix(in oklab,var(--brand) 9%,var(--bg));fill-rule:evenodd}
.brand{display:inline-flex;align-items:center;gap:.625rem;min-block-size:2.75rem;color:var(--ink);font-size:1.125rem;
font-weight:700;letter-spacing:-.01em;text-decoration:none}
.mark{flex:none;fill:var(--brand);fill-rule:evenodd}
nav{flex:1 1 auto}
nav ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;list-style:none}
nav a{display:inline-block;padding-block:.625rem;color:var(--muted);font-weight:400;text-decoration:none}
nav a:hover{color:var(--ink);text-decoration:underline}
nav a[aria-current]{color:var(--ink);font-weight:600;box-shadow:inset 0 -2px var(--brand)}
.button{display:inline-flex;align-items:center;justify-content:center;min-block-size:3.25rem;padding:.5rem 1.5rem;border:1px solid var(--brand);
border-radius:.75rem;background:var(--brand);color:var(--on-brand);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button:hover{background:color-mix(in oklab,var(--brand),light-dark(#000,#fff) 14%)}
.big{font-size:1.125rem;padding-inline:2.5rem}
.quiet{min-block-size:2.75rem;padding-inline:1rem;border-color:var(--control-line);background:var(--surface);color:var(--ink)}
.quiet:hover{background:color-mix(in oklab,var(--brand) 9%,var(--surface))}
.lead{max-inline-size:38rem;margin-block-end:2rem;font-size:1.125rem;color:var(--muted)}
.hero{padding-block:clamp(0rem,5vw,4rem) clamp(3rem,8vw,6rem)}
.hero h1{max-inline-size:12em}
.came-from{display:flex;gap:.75rem;align-items:center;inline-size:fit-content;margin-block-end:2rem;padding:.625rem 1rem;
border-radius:.75rem;background:color-mix(in oklab,var(--brand) 9%,var(--surface))}
.card{padding:1.5rem;border:1px solid var(--line);border-radius:1.5rem;background:var(--surface)}
.cards-title{margin-block-end:1rem;font-size:1.5rem}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,13.5rem),1fr));gap:1rem;list-style:none}
.cards .card{display:grid;gap:.375rem;align-content:start}
.cards p{color:var(--muted)}
.steps{counter-reset:step}
.steps .card{counter-increment:step}
.steps .card::before{content:counter(step);display:grid;place-items:center;inline-size:2.25rem;block-size:2.25rem;margin-block-end:.5rem;
border-radius:1.125rem 1.125rem .25rem .25rem;background:color-mix(in oklab,var(--brand) 9%,var(--surface));color:var(--brand);font-weight:700}
summary{font-weight:600;cursor:pointer;border-radius:.25rem}
.part-title{margin-block:2.5rem 1rem;font-size:1.5rem}
.card+.card{margin-block-start:1rem}
.cards>.card{margin:0}
main>.card{max-inline-size:44rem}
.notice{inline-size:fit-content;max-inline-size:38rem;margin-block-end:2rem;padding:.75rem 1rem;border-inline-start:.25rem solid var(--brand);border-radius:.25rem;background:var(--surface)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
.progress{min-block-size:1.5rem;margin-block-start:.75rem;max-inline-size:38rem;color:var(--muted)}
.form-frame{max-inline-size:28rem}
[hidden]{display:none!important}
iframe{display:block;inline-size:100%;border:0}
.form-frame iframe{border-radius:1.5rem}
.carry{display:grid;gap:.5rem;margin-block-end:1rem}
.carry .button{text-align:center}
.carry .progress:empty{min-block-size:0;margin:0}
.carry-frame:empty{display:none}
code{font:.875em/1.5 ui-monospace,monospace}
.claims{display:grid;gap:0 2rem;margin-block-start:1rem}
dl.card{display:grid;gap:0 2rem;max-inline-size:44rem}
dt{color:var(--muted);font-size:.875rem}
dd{margin-block-end:.875rem;overflow-wrap:anywhere}
dd:last-child{margin:0}
progress{inline-size:100%;block-size:.5rem;margin-block-start:.5rem}
@media (min-width:34rem){dl.card{grid-template-columns:max-content 1fr;row-gap:1rem;align-items:baseline}dd{margin:0}}
@media (max-width:29.99rem){header{column-gap:.5rem;padding-block-end:0}header form{margin-inline-start:auto}.brand{gap:.5rem;font-size:1rem}header .button{padding-inline:.625rem}nav{order:1;flex-basis:100%}}
@media (max-width:59.99rem){main{position:relative;padding-block-end:9rem}}
@media (min-width:60rem){.backdrop{inset:4rem max(0rem,calc(50% - 44rem)) auto auto;inline-size:min(42rem,46vw)}.hero .lead{max-inline-size:32rem}}
@media (forced-colors:active){.backdrop{display:none}.mark{fill:CanvasText}nav a[aria-current]{text-decoration:underline}.button{border-width:2px}}`
