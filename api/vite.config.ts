/** Builds the service for production: one file a program, without types; contract included, packages from npm not. */
import { commit } from '../web/commit.ts'

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
      input: {
        main: 'src/main.ts',
        foyer: 'src/cli.ts',
        'resume-process': 'src/features/resume/resume-process.ts',
      },
      output: { chunkFileNames: '[name].js' },
    },
  },
}
