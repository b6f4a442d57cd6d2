/** Refuses hosts that are unsafe as an origin in production, because anybody may publish on them. */

/**
 * Domains on which anybody can get a name, to show a preview, host a page or reach a laptop. Sources: the private
 * section of the Public Suffix List (https://publicsuffix.org/list/) and the vendors' pages. The last rows are names
 * that only resolve to an address.
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

/** Returns the reason why a host is unsafe as an origin; null for a safe host. */
export function unsafeHost(hostname: string): string | null {
  const host = hostname.replace(/\.$/, '')
  if (isThisMachine(host)) return 'is on this machine'
  const domain = openToAnybody.find((name) => host === name || host.endsWith(`.${name}`))
  return domain ? `is on ${domain}, where anybody may publish` : null
}

/** Matches every spelling of this machine, including those that development refuses. */
export function isThisMachine(host: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:7f/.test(host)
}
