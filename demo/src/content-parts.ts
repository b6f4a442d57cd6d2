/** Draws the made-up content of a platform (content.ts). */
import type { Content, ContentPart } from './content.ts'
import { type Html, html } from './html.ts'

/** What is made up on a page, said where the content begins. */
export const demoNote = html`<p class="demo-note"><strong>Demo</strong> Everything here is made up. Only you and your sign-in are real.</p>`

export function figuresOf({ figures }: Content): Html {
  return html`<ul class="figures">${figures.map(
    ([value, label]) => html`<li><strong>${value}</strong> ${label}</li>`,
  )}</ul>`
}

export function partOf(part: ContentPart): Html {
  return html`<section class="part"><h2>${part.title}</h2>${contentOf(part)}</section>`
}

function contentOf(part: ContentPart): Html {
  if ('cards' in part) return cardList(part.cards)
  if ('rows' in part)
    return html`<ul class="rows">${part.rows.map(
      ({ title, text, status, isDone }) =>
        html`<li><div><h3>${title}</h3><p>${text}</p></div><span class="${isDone ? 'status done' : 'status'}">${status}</span></li>`,
    )}</ul>`
  if ('agenda' in part)
    return html`<ol class="rows agenda">${part.agenda.map(
      ({ when, title, text }) =>
        html`<li><p class="when">${when}</p><div><h3>${title}</h3><p>${text}</p></div></li>`,
    )}</ol>`
  return html`<ol class="cards steps">${part.rounds.map(
    ({ title, text, isNow }) =>
      html`<li class="${isNow ? 'card now' : 'card'}"><h3>${title}</h3><p>${text}</p>${isNow ? html`<span class="status">Next</span>` : html``}</li>`,
  )}</ol>`
}

/** Draws cards, with a bar where something is under way. */
function cardList(cards: readonly { title: string; text: string; percent?: number }[]): Html {
  return html`<ul class="cards">${cards.map(
    ({ title, text, percent }) =>
      html`<li class="card"><h3>${title}</h3><p>${text}</p>${percent === undefined ? html`` : html`<progress max="100" value="${percent}" aria-label="${title}"></progress>`}</li>`,
  )}</ul>`
}
