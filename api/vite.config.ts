/** Builds the service for production: one file a program, without types; contract included, packages from npm not. */
import { execFileSync } from 'node:child_process'

/** The commit: from git, or from FOYER_BUILD where the sources come without it, as in the image. */
function commit(): string {
  if (process.env.FOYER_BUILD) return process.env.FOYER_BUILD
  try {
    const options = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], options).trim()
  } catch {
    return 'unknown'
  }
}

export default {
  logLevel: 'warn',
  publicDir: false,
  define: { FOYER_BUILD: JSON.stringify(commit()) },
  ssr: { noExternal: ['@foyer/contract'] },
  build: {
    ssr: true,
    target: 'node24',
    // Directly below api, as api/src is: from-root.ts finds the same root from both.
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: { main: 'src/main.ts', foyer: 'src/cli.ts' },
      output: { chunkFileNames: '[name].js' },
    },
  },
}
