/**
 * Lays out the HTML of mails in the look of the platform's family. Uses tables and inline styles, since Outlook and Gmail
 * support little else; dark colours where the mail program asks for them; no script, and no image but the family's mark,
 * which the mail carries (docs/decisions/messages.md).
 */
import { families, familyOf } from '@foyer/contract/families'
import { platformNames } from '@foyer/contract/platform-names'
import type { Platform } from '@foyer/contract/platforms'
import { markCid, markName, type Scheme } from './mark-names.ts'
import type { Part } from './message-parts.ts'

type Page = {
  title: string
  preview: string
  provider: string
  platform: Platform
  heading: string
  parts: readonly Part[]
  footer: string
}

const font =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:1.5"
const monospace = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const full = `${table} width="100%"`

export function layOut({ title, preview, provider, platform, heading, parts, footer }: Page): string {
  const { colour } = families[familyOf(platform)]
  const [link] = parts.flatMap((part) => (typeof part === 'object' && 'link' in part ? [part.link] : []))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escapeHtml(title)}</title>
<style>
${styleOf(colour.dark)}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f7f8fb;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}</div>
<table ${full} class="page" bgcolor="#f7f8fb" style="background-color:#f7f8fb"><tr><td align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="560"><tr><td><![endif]-->
<table ${full} style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 20px">${masthead(provider, platform)}</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="padding:40px;background-color:#ffffff;border:1px solid #e3e7ef;border-radius:24px">
<h1 class="ink" style="${font};margin:0 0 16px;color:#131a2b;font-size:28px;line-height:1.2;font-weight:700;letter-spacing:-.02em">${escapeHtml(heading)}</h1>
${parts.map((part, index) => partOf(part, { colour: colour.light, gapPx: index === parts.length - 1 ? 0 : 16 })).join('\n')}
${link ? plainLink(link) : ''}</td></tr>
<tr><td class="quiet" style="${font};padding:20px 4px 0;color:#4b5468;font-size:14px;word-break:break-word">${escapeHtml(footer)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

/** Dark colours need classes, since inline styles have no media query. Outlook marks darkened elements with data-ogsc. */
function styleOf(brand: string): string {
  const dark = [
    ['.page', 'background-color:#0b1120'],
    ['.card', 'background-color:#131b2e;border-color:#263149'],
    ['.ink', 'color:#edf1fa'],
    ['.quiet', 'color:#a9b4c9'],
    ['.inset', 'background-color:#1d2740'],
    ['.rule', 'border-color:#263149'],
    ['.button', `background-color:${brand};color:#0b1120`],
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
function masthead(provider: string, platform: Platform): string {
  const { displayName } = platformNames[platform]
  const place =
    displayName === provider
      ? ''
      : ` <span class="quiet" style="color:#4b5468;font-weight:400">&nbsp;|&nbsp; ${escapeHtml(displayName)}</span>`
  return `<table ${table}><tr><td width="40" style="padding:0 12px 0 0">${image(platform, 'light')}<!--[if !mso]><!-->${image(platform, 'dark')}<!--<![endif]--></td>
<td class="ink" style="${font};color:#131a2b;font-size:18px;font-weight:700;word-break:break-word">${escapeHtml(provider)}${place}</td></tr></table>`
}

/** The name stands beside the mark, so the mark has no text of its own. */
function image(platform: Platform, scheme: Scheme): string {
  const display = scheme === 'light' ? 'block' : 'none'
  return `<img class="mark-${scheme}" src="cid:${markCid(markName(platform, scheme))}" width="40" height="40" alt="" style="display:${display};width:40px;height:40px;border:0">`
}

function partOf(part: Part, { colour, gapPx }: { colour: string; gapPx: number }): string {
  if (typeof part === 'string')
    return `<p class="ink" style="${font};margin:0 0 ${gapPx}px;color:#131a2b;word-break:break-word">${escapeHtml(part)}</p>`
  if ('facts' in part) return factList(part.facts, gapPx)
  if ('quote' in part) return quote(part.quote, gapPx)
  return 'code' in part ? codeBlock(part.code, gapPx) : button(part, { colour, gapPx })
}

/** The cell has the padding, since Outlook ignores it on links. */
function button(
  { link, label }: { link: string; label: string },
  { colour, gapPx }: { colour: string; gapPx: number },
): string {
  const look = `background-color:${colour};border-radius:12px`
  return `<table ${table} style="margin:8px 0 ${gapPx && gapPx + 8}px"><tr><td class="button" bgcolor="${colour}" style="padding:0;${look};mso-padding-alt:15px 28px"><a class="button" href="${escapeHtml(link)}" style="${font};display:inline-block;padding:14px 28px;${look};color:#ffffff;font-weight:700;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`
}

/** Repeats the link below everything else, where it can be read and copied. */
function plainLink(link: string): string {
  return `<table ${full} style="margin:24px 0 0"><tr><td class="rule quiet" style="${font};padding:16px 0 0;border-top:1px solid #e3e7ef;color:#4b5468;font-size:14px"><strong>Link not working?</strong> Copy this address into your browser:<br><span style="font-size:12px;word-break:break-all">${escapeHtml(link)}</span></td></tr></table>
`
}

/** Shows the code in two groups; a selected and copied code has no gap. */
function codeBlock(code: string, gapPx: number): string {
  const half = Math.ceil(code.length / 2)
  const [first, second] = [code.slice(0, half), code.slice(half)].map(escapeHtml)
  const digits = `font-family:${monospace};font-size:40px;line-height:1.2;font-weight:700;letter-spacing:2px;white-space:nowrap`
  return `<table ${full} style="margin:8px 0 ${gapPx + 8}px"><tr><td class="inset ink" align="center" bgcolor="#eef1f8" style="padding:20px 8px;background-color:#eef1f8;border-radius:12px;color:#131a2b;${digits};-webkit-user-select:all;user-select:all"><span>${first}</span><span style="padding-left:16px">${second}</span></td></tr></table>`
}

/** Puts each name beside its value, and above it on a phone. */
function factList(facts: readonly [string, string][], gapPx: number): string {
  const cell = `${font};vertical-align:top;word-break:break-word`
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="fact quiet" width="88" style="${cell};padding:4px 0 0;color:#4b5468">${escapeHtml(name)}</td><td class="fact ink" style="${cell};padding:4px 0;color:#131a2b;font-weight:700">${withoutBreak(value)}</td></tr>`,
  )
  return `<table ${full} style="margin:8px 0 ${gapPx + 8}px"><tr><td class="inset" bgcolor="#eef1f8" style="padding:12px 20px;background-color:#eef1f8;border-radius:12px"><table ${full}>${rows.join('')}</table></td></tr></table>`
}

/** Shows text of a user beside a rule, with the lines that the user broke. */
function quote(text: string, gapPx: number): string {
  const lines = escapeHtml(text).replaceAll('\n', '<br>')
  return `<table ${full} style="margin:8px 0 ${gapPx + 8}px"><tr><td class="rule ink" style="${font};padding:0 0 0 16px;border-left:3px solid #e3e7ef;color:#131a2b;word-break:break-word">${lines}</td></tr></table>`
}

/** Keeps a remark in brackets at the end on one line where there is room for it. */
function withoutBreak(value: string): string {
  return escapeHtml(value).replace(/\([^()]*\)$/, '<span style="display:inline-block">$&</span>')
}

function ruleOf(name = '', rule = ''): string {
  return `${name}{${rule.replaceAll(';', '!important;')}!important}`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
