/** Starts Apache with mod_auth_openidc and the example's settings, in a folder of its own. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const modules = '/usr/lib/apache2/modules'
const program = '/usr/sbin/apache2'

/** Why the example cannot run; false if it can. */
export const apacheIsMissing =
  existsSync(program) && existsSync(join(modules, 'mod_auth_openidc.so'))
    ? false
    : 'Apache is not installed (Debian: apache2, libapache2-mod-auth-openidc)'

const needed = [
  'mpm_event',
  'authn_core',
  'authz_core',
  'authz_user',
  'mime',
  'dir',
  'include',
  'filter',
  'auth_openidc',
]

export async function startApache(port: number, env: Record<string, string>): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-apache-'))
  // Apache leaves the rights of root before it reads the pages.
  await chmod(folder, 0o755)
  const index = 'Hello <!--#echo var="OIDC_CLAIM_name" -->'
  const settings = [
    `ServerName localhost`,
    `Listen 127.0.0.1:${port}`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/error.log`,
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    ...needed.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
    'TypesConfig /dev/null',
    `DocumentRoot ${folder}`,
    'DirectoryIndex index.shtml',
    'AddType text/html .shtml',
    'AddOutputFilter INCLUDES .shtml',
    `<Directory ${folder}>`,
    'Options +Includes',
    '</Directory>',
    `Include ${join(import.meta.dirname, 'apache/foyer.conf')}`,
    // The requests of the tests look like those of a script, which would get 401.
    '<Location />',
    'OIDCUnAuthAction auth true',
    '</Location>',
  ]
  await writeFile(join(folder, 'index.shtml'), index)
  await writeFile(join(folder, 'signed-out'), 'Signed out')
  await writeFile(join(folder, 'apache.conf'), settings.join('\n'))
  const child = spawn(program, ['-X', '-f', join(folder, 'apache.conf')], { env, stdio: 'inherit' })
  process.once('exit', () => child.kill())
  await waitUntilOpen(port)
  return async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

async function waitUntilOpen(port: number): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/signed-out`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Apache does not answer')
}
