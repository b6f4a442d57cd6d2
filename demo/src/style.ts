import type { Site } from './sites.ts'

/** Returns the style sheet of a site. The page includes it, and the page's policy has its hash. */
export function styleOf({ colours: { light, dark } }: Site): string {
  return `:root{color-scheme:light dark;${variables(light)}}
@media (prefers-color-scheme:dark){:root{${variables(dark)}}}
${rules}`
}

function variables(palette: Site['colours']['light']): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour};`)
    .join('')
}

const rules = `*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);
font:1.0625rem/1.6 system-ui,sans-serif;overflow-wrap:break-word}
header,main,footer{width:100%;max-width:62rem;margin:0 auto;padding:0 1.25rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;padding-top:1rem;padding-bottom:1rem}
main{flex:1;padding-top:1.5rem;padding-bottom:3rem}
footer{color:var(--muted);font-size:.875rem;padding-top:1rem;padding-bottom:1.5rem;border-top:1px solid var(--line)}
h1,h2,.mark{font-family:Georgia,'Iowan Old Style','Noto Serif',serif;line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.85rem,1.3rem + 2.6vw,3rem);margin:0 0 .75rem;font-weight:600}
h2{font-size:1.3rem;margin:0 0 .25rem;font-weight:600}
p{margin:0 0 1rem;max-width:38rem}
a{color:var(--accent);text-underline-offset:.2em}
.mark{display:inline-flex;align-items:center;gap:.5rem;min-height:2.75rem;font-size:1.2rem;font-weight:600;
color:var(--ink);text-decoration:none}
.mark svg{color:var(--accent);flex:none}
nav{flex:1 1 auto}
nav ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:.5rem 0;color:var(--muted);text-decoration:none}
nav a:hover{color:var(--ink);text-decoration:underline}
nav a[aria-current]{color:var(--ink);box-shadow:inset 0 -2px var(--accent)}
form{margin:0}
.button{display:inline-block;padding:.7rem 1.6rem;border:2px solid var(--accent);border-radius:999px;
background:var(--accent);color:var(--onAccent);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button:hover{filter:brightness(1.08)}
.big{font-size:1.2rem;padding:.85rem 2.4rem}
.quiet{background:transparent;color:var(--accent);padding:.4rem 1.1rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
.button:focus-visible{border-radius:999px}
.lead{font-size:1.2rem;color:var(--muted);margin-bottom:1.75rem}
.hero{padding:clamp(1rem,6vw,4rem) 0 clamp(1.5rem,4vw,3rem)}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.25rem 1.4rem}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:1rem;margin:0 0 2rem;
padding:0;list-style:none}
.cards p{margin:0;color:var(--muted)}
dl{display:grid;gap:0 2rem;margin:0 0 2rem;max-width:42rem}
dt{color:var(--muted);font-size:.9rem}
dd{margin:0 0 .8rem}
dd:last-child{margin:0}
@media (min-width:34rem){dl{grid-template-columns:max-content 1fr;row-gap:.9rem;align-items:baseline}dd{margin:0}}
progress{width:100%;height:.5rem;margin-top:.75rem;accent-color:var(--accent)}
@media (forced-colors:active){.button{border-color:ButtonText}nav a[aria-current]{text-decoration:underline}}`
