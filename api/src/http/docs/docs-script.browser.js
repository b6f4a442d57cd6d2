/**
 * Runs in the pages below /docs, which carry it as text, so it uses nothing from outside: copies code, filters the table
 * of contents, marks the section in view, and sends the requests of the forms.
 */
export function docsScript() {
  const status = document.getElementById('status')
  const contents = document.getElementById('contents')
  for (const element of document.querySelectorAll('[data-script], [data-copy]')) element.hidden = false

  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element && target.closest('[data-copy]')
    if (button) {
      await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent)
      button.textContent = 'Copied'
      status.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
        status.textContent = ''
      }, 2_000)
    }
    if (target instanceof Element && target.closest('#contents a')) contents.hidePopover?.()
  })

  const filter = document.getElementById('filter')
  filter?.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\s+/)
    let count = 0
    for (const group of contents.querySelectorAll('.contents-group')) {
      const items = [...group.querySelectorAll('li')]
      for (const item of items) item.hidden = !words.every((word) => item.dataset.text.includes(word))
      group.hidden = items.every((item) => item.hidden)
      count += items.filter((item) => !item.hidden).length
    }
    status.textContent = `${count} routes`
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.closest('input, textarea') || !filter?.checkVisibility()) return
    event.preventDefault()
    filter.focus()
  })

  const links = new Map([...contents.querySelectorAll('a')].map((link) => [link.hash.slice(1), link]))
  const spy = new IntersectionObserver(
    (entries) => {
      const [entry] = entries.filter(({ isIntersecting }) => isIntersecting)
      const link = entry && links.get(entry.target.id)
      if (!link) return
      contents.querySelector('[aria-current]')?.removeAttribute('aria-current')
      link.setAttribute('aria-current', 'true')
      // The page itself must not scroll with its table of contents.
      const { top, bottom } = link.getBoundingClientRect()
      const box = contents.getBoundingClientRect()
      if (top < box.top || bottom > box.bottom) contents.scrollTop += top - box.top - box.height / 3
    },
    { rootMargin: '-15% 0px -75% 0px' },
  )
  for (const id of links.keys()) {
    const section = document.getElementById(id)
    if (section) spy.observe(section)
  }

  document.addEventListener('submit', async (event) => {
    const form = event.target
    if (!form.dataset.path) return
    event.preventDefault()
    const data = new FormData(form)
    const { method, path } = form.dataset
    const url = new URL(
      path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(data.get(`path:${name}`))),
      location.origin,
    )
    const headers = {}
    for (const [name, value] of data) {
      if (name.startsWith('query:') && value) url.searchParams.set(name.slice(6), value)
      if (name.startsWith('header:') && value) headers[name.slice(7)] = value
    }
    if (data.get('token')) headers.authorization = `Bearer ${data.get('token')}`
    if (data.get('client-id')) {
      const [id, secret] = ['client-id', 'client-secret'].map((name) => encodeURIComponent(data.get(name)))
      headers.authorization = `Basic ${btoa(`${id}:${secret}`)}`
    }
    let body = data.get('body')
    if (body !== null) headers['content-type'] = 'application/json'
    if (data.has('file')) {
      body = new FormData()
      body.set('file', data.get('file'))
    }
    const result = form.querySelector('output')
    const answer = form.querySelector('pre')
    result.textContent = 'Sending…'
    answer.hidden = true
    const begun = performance.now()
    try {
      const response = await fetch(url, { method, headers, body })
      const text = await response.text()
      const wait = Math.round(performance.now() - begun)
      result.textContent = `${response.status} ${response.statusText} in ${wait} ms`
      answer.textContent = indented(text)
      answer.hidden = text === ''
    } catch (error) {
      result.textContent = `No answer: ${error.message}`
    }
  })

  function indented(text) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2)
    } catch {
      return text
    }
  }
}
