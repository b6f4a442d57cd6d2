/** Makes a page; without a user it offers to sign in. */
export function page(accountsUrl, user, title = 'Lantern Learning') {
  const content = user
    ? `<p>Hello ${escaped(user.fullName || user.email || 'there')}</p>
<p><a href="/courses">Your courses</a></p>
<button id="sign-out">Sign out</button>`
    : '<button id="sign-in">Sign in</button>'
  return `<!doctype html>
<html lang="en" data-accounts="${escaped(accountsUrl)}" data-user="${user ? user.uuid : ''}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
${content}
<p role="status"></p>
<script type="module" src="/app.js"></script>`
}

function escaped(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
