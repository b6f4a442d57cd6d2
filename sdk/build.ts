/**
 * Builds the package that platforms install (`npm run build:sdk`): JavaScript, declarations and a manifest of their own in
 * sdk/dist, which `npm pack ./sdk/dist` packs. In this repository everything imports the TypeScript sources instead.
 */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, type Rolldown } from 'vite'

const sdk = import.meta.dirname
const root = join(sdk, '..')

type Manifest = {
  name: string
  version: string
  description: string
  type: string
  exports: Record<string, string>
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
  peerDependenciesMeta: Record<string, { optional: boolean }>
}

/** Builds the package into a folder, which is emptied first. */
export async function buildSdk(folder = join(sdk, 'dist')): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await promisify(execFile)(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    ...['-p', join(sdk, 'tsconfig.build.json'), '--outDir', folder],
  ]).catch(({ stdout }) => {
    throw new Error(stdout)
  })
  await bundleBrowserPart(join(folder, 'browser'))
  const manifest: Manifest = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8'))
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packed(manifest), null, 2)}\n`)
  await copyFile(join(sdk, 'README.md'), join(folder, 'README.md'))
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

/** Makes one small file of the browser part: sites without a bundler load it as it is. */
async function bundleBrowserPart(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.endsWith('.js')) await rm(join(folder, name))
  const bundled = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(sdk, 'src/browser/browser.ts'), formats: ['es'], fileName: 'browser' },
      minify: true,
    },
  })
  const [{ output }] = [bundled].flat() as [Rolldown.RolldownOutput]
  await writeFile(join(folder, 'browser.js'), output[0].code)
}

/** Makes the manifest of the package: each source among the exports becomes its JavaScript and its declaration. */
function packed({ name, version, description, type, exports, ...rest }: Manifest) {
  const { dependencies, peerDependencies, peerDependenciesMeta } = rest
  const built = Object.entries(exports).map(([path, source]) => {
    const file = source.replace('./src/', './').replace(/\.ts$/, '')
    return [path, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  return {
    name,
    version,
    description,
    license: 'SEE LICENSE IN LICENSE',
    type,
    sideEffects: false,
    engines: { node: '>=20' },
    exports: Object.fromEntries(built),
    files: ['**/*.js', '**/*.d.ts'],
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
  }
}

if (import.meta.main) await buildSdk()
