/**
 * Renders the HTML of mails in the style of the platform's family. It uses tables and inline styles, because Outlook
 * and Gmail support little else, and dark colours if the mail program asks for them. Mails contain no script and no
 * image except the attached mark of the family (docs/decisions/messages.md).
 */
import { colourOf } from '@foyer/contract/families'
import { platformNames } from '@foyer/contract/platform-names'
import type { Platform } from '@foyer/contract/platforms'
import { Html, html } from '../kernel/html/html.ts'
import { colours } from '../kernel/html/tokens.ts'
import { markCid, markName, type Scheme } from './mark-names.ts'
import type { Part } from './message-parts.ts'

type Page = {
  title: string
  preview: string
  provider: string
  platform: Platform
  heading: string
  parts: readonly Part[]
  /** Small lines below the card. */
  footer: readonly string[]
}

const { bg, surface, ink, muted, line } = colours
/** The ground of codes and facts. Mail programs know no `color-mix`, of which the pages make theirs. */
const inset = ['#eef1f8', '#1d2740'] as const
/** The ink of a label on the family's colour. */
const onBrand = colours['on-brand']

// Markup, so that the quotes of the names of fonts stay as they are.
const font = new Html(
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:1.5",
)
const monospace = new Html("ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace")
const table = new Html('role="presentation" cellpadding="0" cellspacing="0" border="0"')
const full = html`${table} width="100%"`

export function layOut({ title, preview, provider, platform, heading, parts, footer }: Page): string {
  const colour = colourOf(platform)
  const [link] = parts.flatMap((part) => (typeof part === 'object' && 'link' in part ? [part.link] : []))
  const gapAfter = (index: number) => (index === parts.length - 1 ? 0 : 16)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${title}</title>
<style>
${new Html(styleOf(colour.dark))}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${bg[0]};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<table ${full} class="page" bgcolor="${bg[0]}" style="background-color:${bg[0]}"><tr><td align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="560"><tr><td><![endif]-->
<table ${full} style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 20px">${masthead(provider, platform)}</td></tr>
<tr><td class="card band" bgcolor="${surface[0]}" style="padding:40px;background-color:${surface[0]};border:1px solid ${line[0]};border-top:5px solid ${colour.light};border-radius:24px">
<h1 class="ink" style="${font};margin:0 0 16px;color:${ink[0]};font-size:28px;line-height:1.2;font-weight:700;letter-spacing:-.02em">${heading}</h1>
${parts.map((part, index) => html`${partOf(part, { colour: colour.light, gapPx: gapAfter(index) })}\n`)}${link ? plainLink(link) : null}</td></tr>
<tr><td class="quiet" style="${font};padding:20px 4px 0;color:${muted[0]};font-size:14px;word-break:break-word">${footer.map(
    (text) => html`<p style="margin:0 0 8px">${text}</p>`,
  )}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`.text
}

/**
 * Dark colours need classes, because inline styles cannot contain media queries. Outlook marks darkened elements with
 * data-ogsc.
 */
function styleOf(brand: string): string {
  const dark = [
    ['.page', `background-color:${bg[1]}`],
    ['.card', `background-color:${surface[1]};border-color:${line[1]}`],
    ['.band', `border-top-color:${brand}`],
    ['.ink', `color:${ink[1]}`],
    ['.quiet', `color:${muted[1]}`],
    ['.inset', `background-color:${inset[1]}`],
    ['.rule', `border-color:${line[1]}`],
    ['.button', `background-color:${brand};color:${onBrand[1]}`],
    ['.mark-light', 'display:none'],
    ['.mark-dark', 'display:block'],
  ]
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    '@media (max-width:480px){.card{padding:28px 20px!important}.fact{display:block!important}}',
    `@media (prefers-color-scheme:dark){${dark.map(([name, rule]) => ruleOf(name, rule)).join('')}}`,
    dark.map(([name, rule]) => ruleOf(`[data-ogsc] ${name}`, rule)).join(''),
  ].join('\n')
}

/** Shows the platform's mark and its name as the header of its pages does. */
function masthead(provider: string, platform: Platform): Html {
  const { displayName } = platformNames[platform]
  const place =
    displayName === provider
      ? null
      : html` <span class="quiet" style="color:${muted[0]};font-weight:400">&nbsp;|&nbsp; ${displayName}</span>`
  return html`<table ${table}><tr><td width="40" style="padding:0 12px 0 0">${image(platform, 'light')}<!--[if !mso]><!-->${image(platform, 'dark')}<!--<![endif]--></td>
<td class="ink" style="${font};color:${ink[0]};font-size:18px;font-weight:700;word-break:break-word">${provider}${place}</td></tr></table>`
}

/** The name stands beside the mark, so the mark has no text of its own. */
function image(platform: Platform, scheme: Scheme): Html {
  const display = scheme === 'light' ? 'block' : 'none'
  return html`<img class="mark-${scheme}" src="cid:${markCid(markName(platform, scheme))}" width="40" height="40" alt="" style="display:${display};width:40px;height:40px;border:0">`
}

function partOf(part: Part, { colour, gapPx }: { colour: string; gapPx: number }): Html {
  if (typeof part === 'string')
    return html`<p class="ink" style="${font};margin:0 0 ${gapPx}px;color:${ink[0]};word-break:break-word">${part}</p>`
  if ('facts' in part) return factList(part.facts, gapPx)
  if ('quote' in part) return quote(part.quote, gapPx)
  if ('also' in part)
    return html`<p style="${font};margin:0 0 ${gapPx}px"><a class="ink" href="${part.also}" style="color:${ink[0]};font-weight:700">${part.label}</a></p>`
  return 'code' in part ? codeBlock(part.code, gapPx) : button(part, { colour, gapPx })
}

/** The table cell has the padding, because Outlook ignores padding on links. */
function button(
  { link, label }: { link: string; label: string },
  { colour, gapPx }: { colour: string; gapPx: number },
): Html {
  const look = `background-color:${colour};border-radius:12px`
  return html`<table ${table} style="margin:8px 0 ${gapPx && gapPx + 8}px"><tr><td class="button" bgcolor="${colour}" style="padding:0;${look};mso-padding-alt:15px 28px"><a class="button" href="${link}" style="${font};display:inline-block;padding:14px 28px;${look};color:${onBrand[0]};font-weight:700;text-decoration:none">${label}</a></td></tr></table>`
}

/** Repeats the link below everything else, where it can be read and copied. */
function plainLink(link: string): Html {
  return html`<table ${full} style="margin:24px 0 0"><tr><td class="rule quiet" style="${font};padding:16px 0 0;border-top:1px solid ${line[0]};color:${muted[0]};font-size:14px"><strong>Link not working?</strong> Copy this address into your browser:<br><span style="word-break:break-all">${link}</span></td></tr></table>
`
}

/** Shows the code in two groups; a selected and copied code has no gap. */
function codeBlock(code: string, gapPx: number): Html {
  const half = Math.ceil(code.length / 2)
  const digits = html`font-family:${monospace};font-size:40px;line-height:1.2;font-weight:700;letter-spacing:2px;white-space:nowrap`
  return html`<table ${full} style="margin:8px 0 ${gapPx + 8}px"><tr><td class="inset ink" align="center" bgcolor="${inset[0]}" style="padding:20px 8px;background-color:${inset[0]};border-radius:12px;color:${ink[0]};${digits};-webkit-user-select:all;user-select:all"><span>${code.slice(0, half)}</span><span style="padding-left:16px">${code.slice(half)}</span></td></tr></table>`
}

/** Puts each name beside its value, and above it on a phone. */
function factList(facts: readonly [string, string][], gapPx: number): Html {
  const cell = html`${font};vertical-align:top;word-break:break-word`
  const rows = facts.map(
    ([name, value]) =>
      html`<tr><td class="fact quiet" width="112" style="${cell};padding:4px 12px 0 0;color:${muted[0]}">${name}</td><td class="fact ink" style="${cell};padding:4px 0;color:${ink[0]};font-weight:700">${withoutBreak(value)}</td></tr>`,
  )
  return html`<table ${full} style="margin:8px 0 ${gapPx + 8}px"><tr><td class="inset" bgcolor="${inset[0]}" style="padding:12px 20px;background-color:${inset[0]};border-radius:12px"><table ${full}>${rows}</table></td></tr></table>`
}

/** Shows text of a user beside a rule, with the lines that the user broke. */
function quote(text: string, gapPx: number): Html {
  const lines = text
    .split('\n')
    .map((written, index) => html`${index > 0 ? new Html('<br>') : null}${written}`)
  return html`<table ${full} style="margin:8px 0 ${gapPx + 8}px"><tr><td class="rule ink" style="${font};padding:0 0 0 16px;border-left:3px solid ${line[0]};color:${ink[0]};word-break:break-word">${lines}</td></tr></table>`
}

/** Keeps a remark in brackets at the end on one line where there is room for it. */
function withoutBreak(value: string): Html {
  const [remark = ''] = /\([^()]*\)$/.exec(value) ?? []
  const before = value.slice(0, value.length - remark.length)
  return html`${before}${remark ? html`<span style="display:inline-block">${remark}</span>` : null}`
}

function ruleOf(name = '', rule = ''): string {
  return `${name}{${rule.replaceAll(';', '!important;')}!important}`
}
