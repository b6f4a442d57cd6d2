/** Returns what two names have in common that a reader takes for the same: '  PGCE (Primary)' and 'pgce – primary'. */
export function nameKeyOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}\p{M}+#]+/gu, ' ')
    .trim()
}
