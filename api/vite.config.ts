/** Builds the service for production: one file a program, without types, the contract within, packages from npm without. */
export default {
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: ['@foyer/contract'] },
  build: {
    ssr: true,
    target: 'node24',
    // Straight below, so that what config.ts reckons from its own place is right in either folder.
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: { main: 'src/main.ts', foyer: 'src/foyer.ts' },
      output: { chunkFileNames: '[name].js' },
    },
  },
}
