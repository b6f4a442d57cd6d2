/**
 * Renders the page on which the user of a stand-in chooses a person, makes a new one, or denies. It works without
 * JavaScript.
 */
import type { ServerResponse } from 'node:http'
import { type Html, html } from './html.ts'
import { sendPage } from './page.ts'
import { type People, type Person, type Provider, relayAddressOf, relayDomain, subjectOf } from './people.ts'

const providerNames: Record<Provider, string> = {
  google: 'Google',
  facebook: 'Facebook',
  apple: 'Apple',
}

type Chooser = { provider: Provider; people: People; headers?: Record<string, string> }

/** Sends the page. Its forms post to the page's own URL. */
export function sendChooser(response: ServerResponse, { provider, people, headers = {} }: Chooser): void {
  const name = providerNames[provider]
  sendPage(response, {
    title: `Continue to Foyer with ${name}`,
    lead: `This is a stand-in for ${name} on this machine. Choose a person.`,
    content: html`<ul>${people.listed.map(personItem)}</ul>
<h2>Someone else</h2>
<form method="post"><div class="fields">
${textField('firstName', 'First name')}
${textField('lastName', 'Last name')}
${textField('email', 'Email', `Empty: ${name} gives Foyer no email.`)}
${extraFields[provider]}
<div><button class="button" name="person" value="">Continue</button></div>
</div></form>
<form class="deny" method="post"><button class="button quiet" name="denied" value="yes">Deny</button></form>`,
    headers,
  })
}

function personItem({ subject, firstName, lastName, email, note }: Person): Html {
  const address = email === null ? html`` : html` <span>${email}</span>`
  return html`<li><form method="post"><button class="person" name="person" value="${subject}">
<b>${firstName} ${lastName}</b>${address} <span>${note}</span></button></form></li>`
}

function textField(name: string, label: string, hint = ''): Html {
  const type = name === 'email' ? 'email' : 'text'
  const described = hint ? html` aria-describedby="${name}-hint"` : html``
  const paragraph = hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : html``
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="off"${described}>${paragraph}</div>`
}

function checkBox(name: string, label: string, isChecked: boolean): Html {
  return html`<div class="check"><input id="${name}" name="${name}" type="checkbox"${html.raw(isChecked ? ' checked' : '')}>
<label for="${name}">${label}</label></div>`
}

const extraFields: Record<Provider, Html[]> = {
  google: [
    textField('hd', 'Workspace domain', 'The school or company that owns the address, if there is one.'),
    checkBox('isEmailVerified', 'Email is verified', true),
    checkBox('hasPicture', 'Has a picture', true),
  ],
  facebook: [checkBox('hasPicture', 'Has a picture', true)],
  apple: [
    checkBox('hidesEmail', 'Hide my email', false),
    checkBox('isNameSent', 'Apple has sent my name before', false),
  ],
}

type Choice = { person: Person; isNameSent: boolean }

/** Reads the choice; null if the user denied, or chose a person that the stand-in does not know. */
export function readChoice(form: URLSearchParams, provider: Provider, people: People): Choice | null {
  if (form.has('denied')) return null
  const subject = form.get('person')
  if (subject) {
    const person = people.find(subject)
    return person ? { person, isNameSent: false } : null
  }
  return { person: people.add(fromForm(form, provider)), isNameSent: form.has('isNameSent') }
}

function fromForm(form: URLSearchParams, provider: Provider) {
  const read = (name: string) => form.get(name)?.trim() ?? ''
  const [firstName, lastName, email] = [read('firstName'), read('lastName'), read('email')]
  const isRelayed = form.has('hidesEmail') && !email.endsWith(relayDomain)
  return {
    subject: subjectOf(provider, email || `${firstName} ${lastName}`),
    firstName,
    lastName,
    email: email ? (isRelayed ? relayAddressOf(email) : email) : null,
    isEmailVerified: provider === 'google' ? form.has('isEmailVerified') : true,
    hd: read('hd') || null,
    picture: form.has('hasPicture') ? 'own' : null,
  }
}
