/** Renders the HTML page of the gallery: a heading and a row of pictures for each title. */

export type Pictures = {
  title: string
  files: { name: string; width: number; colorScheme: 'light' | 'dark' }[]
  /** The reason why there are no pictures. */
  error?: string
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 2rem }
  nav ul { columns: 16rem; padding-left: 1rem }
  .row { display: grid; grid-template-columns: 1fr 1fr 4fr 4fr; gap: 1rem; align-items: start }
  figure { margin: 0 }
  img { width: 100%; height: auto; border: 1px solid #8886 }
  .error { color: #c00 }`

export function galleryPage(sections: { title: string; pictures: readonly Pictures[] }[]): string {
  const contents = sections.map(
    ({ title, pictures }) => `<h2>${escaped(title)}</h2>
<ul>${pictures.map((one) => `<li><a href="#${idOf(one.title)}">${escaped(one.title)}</a></li>`).join('')}</ul>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Foyer: gallery</title>
<style>${style}</style>
<h1>Foyer: every page in every state</h1>
<nav>
${contents.join('\n')}
</nav>
<main>
${sections.map(section).join('\n')}
</main>
</html>
`
}

function section({ title, pictures }: { title: string; pictures: readonly Pictures[] }): string {
  return `<section>\n<h2>${escaped(title)}</h2>\n${pictures.map(row).join('\n')}\n</section>`
}

function row({ title, files, error }: Pictures): string {
  const figures = files.map(({ name, width, colorScheme }) => {
    const caption = `${width} px, ${colorScheme}`
    return `<figure><figcaption>${caption}</figcaption><a href="${name}"><img src="${name}" alt="${escaped(title)}, ${caption}" loading="lazy"></a></figure>`
  })
  const content = error ? `<p class="error">${escaped(error)}</p>` : figures.join('\n')
  return `<h3 id="${idOf(title)}">${escaped(title)}</h3>\n<div class="row">\n${content}\n</div>`
}

function idOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
