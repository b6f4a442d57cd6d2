/** Renders the HTML page of the gallery, with a heading and a row of pictures for each state. */

export type Pictures = {
  title: string
  files: { name: string; caption: string; width: number }[]
  /** The reason for missing pictures of this state. */
  error?: string
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 2rem }
  nav ul { columns: 16rem; padding-left: 1rem }
  .row { display: flex; gap: 1rem; align-items: start; overflow-x: auto }
  figure { margin: 0; flex: none }
  img { display: block; width: 100%; height: auto; border: 1px solid #8886 }
  .w320 { width: 10rem } .w390 { width: 12rem } .w768 { width: 20rem } .w1280 { width: 32rem } .w1920 { width: 40rem }
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
  const figures = files.map(({ name, caption, width }) => {
    const image = `<img src="${name}" alt="${escaped(title)}, ${caption}" loading="lazy">`
    return `<figure class="w${width}"><figcaption>${caption}</figcaption><a href="${name}">${image}</a></figure>`
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
