/**
 * Lays out the HTML of mails. Uses tables and inline styles, since Outlook and Gmail support little else; dark colours
 * where the mail program asks for them; no image and no script. A link is a button with its URL below it.
 */
import type { Part } from './templates.ts'

export type Page = {
  title: string
  preview: string
  provider: string
  heading: string
  parts: readonly Part[]
  footer: string
}

const font =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:1.5"
const monospace = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"
const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

/** Dark colours need classes, since inline styles have no media query. Outlook marks darkened elements with data-ogsc. */
const dark = [
  ['.page', 'background-color:#0b1120'],
  ['.card', 'background-color:#131b2e;border-color:#263149'],
  ['.ink', 'color:#edf1fa'],
  ['.quiet', 'color:#a9b4c9'],
  ['.code', 'background-color:#1d2740;color:#edf1fa'],
  ['.button', 'background-color:#a9c1ff;color:#0b1120'],
]

const style = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.card{padding:24px 20px!important}.code{font-size:32px!important}}',
  `@media (prefers-color-scheme:dark){${dark.map(([name, rule]) => ruleOf(name, rule)).join('')}}`,
  dark.map(([name, rule]) => ruleOf(`[data-ogsc] ${name}`, rule)).join(''),
].join('\n')

export function layOut({ title, preview, provider, heading, parts, footer }: Page): string {
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
${style}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f7f8fb;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}</div>
<table ${table} class="page" style="background-color:#f7f8fb"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->
<table ${table} style="max-width:600px;text-align:left">
<tr><td class="ink" style="${font};padding:0 4px 16px;color:#131a2b;font-size:18px;font-weight:700;word-break:break-word">${escapeHtml(provider)}</td></tr>
<tr><td class="card" style="padding:32px;background-color:#ffffff;border:1px solid #e3e7ef;border-radius:16px">
<h1 class="ink" style="${font};margin:0 0 16px;color:#131a2b;font-size:24px;line-height:1.25;font-weight:700">${escapeHtml(heading)}</h1>
${parts.map((part, index) => partOf(part, index === parts.length - 1 ? 0 : 16)).join('\n')}
</td></tr>
<tr><td class="quiet" style="${font};padding:16px 4px 0;color:#4b5468;font-size:14px;word-break:break-word">${escapeHtml(footer)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

function partOf(part: Part, gapPx: number): string {
  if (typeof part === 'object') return 'code' in part ? codeBlock(part.code, gapPx) : button(part, gapPx)
  return `<p class="ink" style="${font};margin:0 0 ${gapPx}px;color:#131a2b;word-break:break-word">${escapeHtml(part)}</p>`
}

/** The cell has the padding, since Outlook ignores it on links. The URL below can be read and copied. */
function button({ link, label }: { link: string; label: string }, gapPx: number): string {
  const href = escapeHtml(link)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px"><tr><td class="button" style="padding:0;background-color:#2447b3;border-radius:10px;mso-padding-alt:14px 24px"><a class="button" href="${href}" style="${font};display:inline-block;padding:14px 24px;background-color:#2447b3;border-radius:10px;color:#ffffff;font-weight:700;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="quiet" style="${font};margin:0 0 ${gapPx}px;color:#4b5468;font-size:14px;word-break:break-all">${href}</p>`
}

/** Shows the code in two groups; a selected and copied code has no gap. */
function codeBlock(code: string, gapPx: number): string {
  const half = Math.ceil(code.length / 2)
  const [first, second] = [code.slice(0, half), code.slice(half)].map(escapeHtml)
  return `<p class="code" style="margin:0 0 ${gapPx}px;padding:16px 8px;background-color:#eef1f8;border-radius:12px;color:#131a2b;font-family:${monospace};font-size:36px;line-height:1.2;font-weight:700;message-spacing:2px;text-align:center;white-space:nowrap;-webkit-user-select:all;user-select:all"><span>${first}</span><span style="padding-left:14px">${second}</span></p>`
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

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
