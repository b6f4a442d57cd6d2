/**
 * Runs in the inbox, which carries it as text, so it uses nothing from outside: opens a message beside the list, shows new
 * messages without touching the open one, filters while the user types, copies codes, and makes the frame of a mail as high
 * as its content.
 */
export function inboxScript() {
  const pollMs = 2_000
  const main = document.getElementById('main')
  const list = document.getElementById('messages')
  const status = document.getElementById('status')
  const filter = document.getElementById('to')

  async function fetchPage(url) {
    const response = await fetch(url, { headers: { accept: 'text/html' } })
    return new DOMParser().parseFromString(await response.text(), 'text/html')
  }

  /** Reuses the elements of known messages, so that focus and scroll position do not change. */
  function updateList(page) {
    const known = new Map([...list.children].map((item) => [item.dataset.id, item]))
    let added = 0
    let before = null
    for (const item of page.getElementById('messages').children) {
      let kept = known.get(item.dataset.id)
      known.delete(item.dataset.id)
      if (kept) {
        const link = kept.querySelector('a')
        const fresh = item.querySelector('a')
        if (link.textContent !== fresh.textContent) link.replaceChildren(...fresh.childNodes)
        link.href = fresh.getAttribute('href')
      } else {
        kept = document.importNode(item, true)
        kept.querySelector('a').removeAttribute('aria-current')
        added += 1
      }
      const place = before ? before.nextElementSibling : list.firstElementChild
      if (place !== kept) list.insertBefore(kept, place)
      before = kept
    }
    for (const item of known.values()) item.remove()
    markCurrent()
    document.getElementById('empty')?.remove()
    const empty = page.getElementById('empty')
    if (empty) list.after(document.importNode(empty, true))
    document.getElementById('recipients').replaceChildren(...page.getElementById('recipients').children)
    return added
  }

  function markCurrent() {
    const shown = document.querySelector('#message article')?.dataset.id
    for (const link of list.querySelectorAll('a')) {
      const isShown = link.parentElement.dataset.id === shown
      if (isShown) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    keepOneTabStop()
  }

  /** Makes the list a single tab stop; the arrow keys move within it. */
  function keepOneTabStop() {
    const stop =
      list.querySelector('a:focus') ?? list.querySelector('a[aria-current]') ?? list.querySelector('a')
    for (const link of list.querySelectorAll('a')) link.tabIndex = link === stop ? 0 : -1
  }

  // The width of the window decides how high a mail is, too.
  const heights = new ResizeObserver(fitFrame)

  function fitFrame() {
    const frame = document.querySelector('#message iframe')
    const body = frame?.contentDocument?.body
    if (body) frame.style.blockSize = `${body.offsetHeight + frame.offsetHeight - frame.clientHeight}px`
  }

  function watchFrame() {
    heights.disconnect()
    const content = document.querySelector('#message iframe')?.contentDocument
    // Before its load a frame has an empty document.
    if (content?.body && content.URL !== 'about:blank') heights.observe(content.body)
  }
  document.addEventListener('load', watchFrame, { capture: true })
  watchFrame()

  function showMessage(page) {
    const fresh = document.importNode(page.getElementById('message'), true)
    document.getElementById('message').replaceWith(fresh)
    main.dataset.view = page.getElementById('main').dataset.view
    markCurrent()
  }

  async function open(url) {
    showMessage(await fetchPage(url))
    // On a narrow screen the message replaces the list, so the focus moves to the message.
    const target = main.dataset.view === 'message' ? document.getElementById('message-title') : null
    if (!list.checkVisibility()) target?.focus()
  }

  async function refresh() {
    const wasEmpty = !document.querySelector('#message article')
    const page = await fetchPage(location.href)
    const added = updateList(page)
    if (wasEmpty && added > 0) showMessage(page)
    return added
  }

  document.addEventListener('click', async (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const button = target.closest('button[value]')
    if (button) {
      await navigator.clipboard.writeText(button.value)
      button.textContent = 'Copied'
      status.textContent = 'Copied'
      return
    }
    const link = target.closest('#messages a, .back')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.pushState(null, '', link.href)
    await open(link.href)
  })
  addEventListener('popstate', async () => {
    await open(location.href)
    await refresh()
  })

  list.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    const index = links.indexOf(document.activeElement)
    const targets = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: links.length - 1 }
    if (!(event.key in targets)) return
    event.preventDefault()
    links[targets[event.key]]?.focus()
    keepOneTabStop()
  })
  keepOneTabStop()

  filter.form.addEventListener('submit', (event) => event.preventDefault())
  filter.addEventListener('input', async () => {
    const url = new URL(location.href)
    if (filter.value) url.searchParams.set('to', filter.value)
    else url.searchParams.delete('to')
    history.replaceState(null, '', url)
    await refresh()
    status.textContent = `${list.children.length} messages`
  })

  setInterval(async () => {
    if (document.hidden) return
    // The service restarts during development; the next poll reaches it again.
    const added = await refresh().catch(() => 0)
    if (added > 0) status.textContent = added === 1 ? 'A new message' : `${added} new messages`
  }, pollMs)
}
