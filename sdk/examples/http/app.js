import { createFoyer } from '/foyer/browser/browser.js'

const { accounts, user } = document.documentElement.dataset
const foyer = createFoyer({ accountsUrl: accounts, platform: 'student' })

const showSignedIn = (signedIn) => signedIn && location.reload()
const say = (text) => document.querySelector('[role=status]').replaceChildren(text)

foyer.handleReturn()
foyer.onLogout(() => location.reload())
if (!user) foyer.silent().then(showSignedIn)

document.querySelector('#sign-in')?.addEventListener('click', () => {
  foyer.signIn().then(showSignedIn, ({ code }) => say(`That did not work (${code}). Please try again.`))
})

document.querySelector('#sign-out')?.addEventListener('click', async () => {
  if (await foyer.logout().catch(() => false)) location.reload()
  else say('You may still be signed in at Foyer. Please try again.')
})
