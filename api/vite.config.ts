/** `npm run build` of the service: one file without types, the contract inside, packages from npm left outside. */
export default {
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: ['@foyer/contract'] },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
  },
}
