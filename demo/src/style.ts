import { neutrals } from './family.ts'
import type { Site } from './sites.ts'

/** Returns the style sheet of a site. The page includes it, and the page's policy contains its hash. */
export function styleOf({ family: { colour }, formHeight }: Site): string {
  const colours = Object.entries(neutrals).map(
    ([name, [light, dark]]) => `--${name}:light-dark(${light},${dark});`,
  )
  return `:root{color-scheme:light dark;${colours.join('')}--brand:light-dark(${colour.light},${colour.dark})${formHeight ? `;--form:${formHeight}` : ''}}
${rules}`
}

const rules = `*{box-sizing:border-box}
:root{font:400 100%/1.5 system-ui,sans-serif;color:var(--ink);background:var(--bg);accent-color:var(--brand);-webkit-text-size-adjust:100%}
body{position:relative;margin:0;min-height:100dvh;display:flex;flex-direction:column;overflow-wrap:break-word}
h1,h2,h3,p,ul,ol,dl,dd,form{margin:0;padding:0}
header,main,footer>div{inline-size:100%;max-inline-size:76rem;margin-inline:auto;padding-inline:clamp(1rem,4vw,2rem)}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;min-block-size:4rem;padding-block:.625rem}
main{position:relative;flex:1;padding-block:clamp(1.25rem,4vw,2.5rem) 4rem}
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
.backdrop{position:absolute;z-index:-1;inset:-3rem 0 auto auto;inline-size:min(42rem,46vw);fill:color-mix(in oklab,var(--brand) 9%,var(--bg));fill-rule:evenodd}
.brand{display:inline-flex;align-items:center;gap:.625rem;min-block-size:2.75rem;color:var(--ink);font-size:1.125rem;
font-weight:700;letter-spacing:-.01em;text-decoration:none}
.mark{flex:none;fill:var(--brand);fill-rule:evenodd}
nav{order:1;flex-basis:100%}
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
.hero{padding-block:clamp(0rem,4vw,3rem) clamp(2rem,6vw,5rem)}
.hero h1{max-inline-size:12em}
.hero .lead{max-inline-size:32rem}
.greeting{position:relative;isolation:isolate;overflow:clip;margin-block-end:1.5rem;padding:clamp(1.25rem,4vw,2.5rem);border-radius:1.5rem;
background:color-mix(in oklab,var(--brand) 9%,var(--surface))}
.greeting h1{margin-block-end:.5rem;font-size:clamp(1.75rem,1rem + 3vw,2.5rem)}
.greeting>p{max-inline-size:36rem;font-size:1.125rem}
.greeting .backdrop{inset:auto 1.5rem 0 auto;inline-size:min(26rem,40%);fill:color-mix(in oklab,var(--brand) 16%,var(--surface))}
.figures{display:flex;flex-wrap:wrap;gap:.75rem 2.5rem;margin-block-start:1.5rem;list-style:none}
.figures li{display:grid}
.figures strong{font-size:1.5rem;line-height:1.2;font-variant-numeric:tabular-nums}
.demo-note{margin-block-end:1.5rem;color:var(--muted);font-size:.9375rem}
.demo-note strong,.status{padding:.125rem .625rem;border:1px solid currentColor;border-radius:1rem;color:var(--brand);font-size:.875rem;font-weight:600}
.demo-note strong{margin-inline-end:.5rem}
.part{margin-block-start:2.5rem}
.part>h2{margin-block-end:1rem;font-size:1.375rem}
.rows{border:1px solid var(--line);border-radius:1.5rem;background:var(--surface);list-style:none}
.rows li{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between;padding:1rem 1.5rem}
.rows li+li{border-block-start:1px solid var(--line)}
.rows h3,.cards h3,.cards h2{font-size:1.0625rem}
.rows p{color:var(--muted)}
.agenda li{justify-content:start}
.agenda .when{inline-size:9rem;color:var(--ink);font-weight:600;font-variant-numeric:tabular-nums}
.status{flex:none;inline-size:fit-content;background:color-mix(in oklab,var(--brand) 9%,var(--surface))}
.done{color:var(--muted);background:none}
.card.now{border:2px solid var(--brand)}
.person{display:flex;gap:.625rem;align-items:center;margin-inline-start:auto;line-height:1.3}
.person p{font-weight:600}
.person a{display:inline-block;margin-inline-end:.75rem;padding-block:.25rem;font-size:.9375rem}
.initial{display:grid;place-items:center;flex:none;inline-size:2.5rem;block-size:2.5rem;border-radius:50%;background:var(--brand);color:var(--on-brand);font-weight:700}
.profile-head{display:flex;flex-wrap:wrap;gap:1rem 1.5rem;align-items:center;margin-block-end:1rem}
.profile-head h1{margin:0}
.profile-head .initial{inline-size:5rem;block-size:5rem;font-size:2rem}
.text{white-space:pre-line}
.rows .text{max-inline-size:44rem;color:var(--ink)}
.visually-hidden{position:absolute;inline-size:1px;block-size:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.came-from{display:flex;gap:.75rem;align-items:center}
.card{padding:1.5rem;border:1px solid var(--line);border-radius:1.5rem;background:var(--surface)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,13.5rem),1fr));gap:1rem;list-style:none}
.cards .card{display:grid;gap:.375rem;align-content:start}
.cards p{color:var(--muted)}
.steps{counter-reset:step}
.steps .card{counter-increment:step}
.steps .card::before{content:counter(step);display:grid;place-items:center;inline-size:2.25rem;block-size:2.25rem;margin-block-end:.5rem;
border-radius:1.125rem 1.125rem .25rem .25rem;background:color-mix(in oklab,var(--brand) 9%,var(--surface));color:var(--brand);font-weight:700}
summary{padding-block:.625rem;font-weight:600;cursor:pointer;border-radius:.25rem}
.technical{margin-block-start:2.5rem;padding-block:.625rem}
.technical>*+*{margin-block-start:1rem}
.technical>:last-child:not(summary){padding-block-end:1rem}
.card+.card{margin-block-start:1rem}
.cards>.card{margin:0}
main>.card{max-inline-size:44rem}
.notice{inline-size:fit-content;max-inline-size:38rem;margin-block-end:2rem;padding:.75rem 1rem;border-inline-start:.25rem solid var(--brand);border-radius:.25rem;background:var(--surface)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
.progress{min-block-size:1.5rem;margin-block-start:.75rem;max-inline-size:38rem;color:var(--muted)}
.form-card{max-inline-size:30rem;padding:.5rem}
.form-card .button{margin:1rem}
.form-card .progress{margin-inline:1rem}
@media (scripting:enabled){.form-card:not(.form-failed){min-block-size:var(--form)}}
[hidden]{display:none!important}
iframe{display:block;inline-size:100%;border:0}
.carry{display:grid;gap:.75rem;margin-block-end:1rem}
.carry .button{text-align:center}
.carry .progress:empty,.form-card .progress:empty{min-block-size:0;margin:0}
.carry-frame:empty{display:none}
code{font:.875em/1.5 ui-monospace,monospace}
.claims{display:grid;gap:0 2rem;margin-block-start:1rem}
dl.card,.technical dl{display:grid;gap:0 2rem;max-inline-size:44rem}
dt{color:var(--muted);font-size:.875rem}
dd{margin-block-end:.875rem;overflow-wrap:anywhere}
dd:last-child{margin:0}
progress{inline-size:100%;block-size:.5rem;margin-block-start:.5rem}
@media (min-width:34rem){dl.card,.technical dl{grid-template-columns:max-content 1fr;row-gap:1rem;align-items:baseline}dd{margin:0}}
@media (max-width:47.99rem){.greeting .backdrop{display:none}}
@media (max-width:29.99rem){.brand{flex-basis:100%;font-size:1rem}.person{margin-inline:0 auto}header .button{padding-inline:.75rem}}
@media (max-width:59.99rem){main>.backdrop{display:none}.greeting .backdrop{inline-size:30%}}
@media (min-width:60rem){main>.backdrop{inset:0 max(0rem,calc(50% - 44rem)) auto auto}.with-form{display:grid;grid-template-columns:1fr 30rem;gap:2rem 4rem;align-items:start}}
@media (forced-colors:active){.backdrop{display:none}.mark{fill:CanvasText}nav a[aria-current]{text-decoration:underline}.button{border-width:2px}.initial{border:1px solid}.card.now{border-width:3px}}`
