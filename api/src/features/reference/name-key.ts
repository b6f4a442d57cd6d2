/** Returns a key that is equal for names which readers consider equal: '  PGCE (Primary)' and 'pgce – primary'. */
export function nameKeyOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}\p{M}+#]+/gu, ' ')
    .trim()
}
