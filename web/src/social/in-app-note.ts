/** Warns the user of an in-app browser that Google may not open there, and offers to open the user's own browser. */
import { announce } from '../ui/feedback/live-regions.tsx'
import './in-app-note.css'

/**
 * Adds the note below the form, where only the footer can move. The note is not part of React's tree and is removed with
 * the form.
 */
export function addInAppNote(): void {
  const form = document.querySelector('.form-frame:has(.social)')
  if (!form || form.querySelector('.in-app-note')) return
  const text = Object.assign(document.createElement('p'), {
    className: 'small',
    textContent:
      'Google may not open inside this app. Open this page in your browser to continue with Google.',
  })
  const note = Object.assign(document.createElement('div'), { className: 'in-app-note' })
  note.append(text, ...(/Android/.test(navigator.userAgent) ? [browserLink()] : []), copyButton(text))
  form.append(note)
}

/** Builds a link that opens the page in the browser that the user has chosen on Android. */
function browserLink(): HTMLElement {
  const { host, pathname, search, protocol } = location
  const scheme = protocol.replace(':', '')
  return Object.assign(document.createElement('a'), {
    className: 'button button-quiet',
    href: `intent://${host}${pathname}${search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`,
    textContent: 'Open in browser',
  })
}

function copyButton(text: HTMLElement): HTMLElement {
  const button = Object.assign(document.createElement('button'), {
    className: 'button button-quiet',
    type: 'button',
    textContent: 'Copy link',
  })
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(location.href)
      button.textContent = 'Link copied'
      announce('Link copied')
    } catch {
      // The app forbids copying, so the note shows the address for the user to select.
      const link = document.createElement('bdi')
      link.textContent = location.href
      text.append(' ', link)
      button.remove()
    }
  })
  return button
}
