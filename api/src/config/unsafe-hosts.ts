/** Hosts that a production registry never holds: an exact origin is worth no more than who may publish there. */

/**
 * Domains on which anybody gets a name of their own, to show a preview, host a page or reach a laptop, and which
 * their vendors ask never to trust as a whole. From the private section of the Public Suffix List
 * (https://publicsuffix.org/list/) and the vendors' pages; names that only point at an address stand last.
 */
const openToAnybody = [
  ...['vercel.app', 'vercel.dev', 'now.sh', 'netlify.app', 'netlify.live', 'pages.dev', 'workers.dev'],
  ...['github.io', 'githubpreview.dev', 'github.dev', 'gitlab.io', 'bitbucket.io', 'gitpod.io'],
  ...['web.app', 'firebaseapp.com', 'run.app', 'appspot.com', 'cloudworkstations.dev', 'idx.dev'],
  ...['herokuapp.com', 'onrender.com', 'fly.dev', 'railway.app', 'deno.dev', 'surge.sh', 'koyeb.app'],
  ...['amplifyapp.com', 'elasticbeanstalk.com', 'azurewebsites.net', 'azurestaticapps.net', 'devtunnels.ms'],
  ...['glitch.me', 'replit.app', 'replit.dev', 'repl.co', 'csb.app', 'codesandbox.io', 'stackblitz.io'],
  ...['webcontainer.io', 'lovable.app', 'bolt.host', 'framer.app', 'webflow.io', 'wixsite.com'],
  ...['ngrok.io', 'ngrok.app', 'ngrok.dev', 'ngrok.pizza', 'ngrok-free.app', 'ngrok-free.dev'],
  ...['trycloudflare.com', 'loca.lt', 'localtunnel.me', 'serveo.net', 'lhr.life', 'ts.net', 'tunnelto.dev'],
  ...['nip.io', 'sslip.io', 'xip.io', 'lvh.me', 'localtest.me'],
]

/** Why the host of an origin is unfit; null where it is not. */
export function unfitHost(hostname: string): string | null {
  const host = hostname.replace(/\.$/, '')
  if (isThisMachine(host)) return 'is on this machine'
  const domain = openToAnybody.find((name) => host === name || host.endsWith(`.${name}`))
  return domain ? `is on ${domain}, where anybody may publish` : null
}

/** Every way to write it, wider than what may be registered while developing. */
export function isThisMachine(host: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:7f/.test(host)
}
