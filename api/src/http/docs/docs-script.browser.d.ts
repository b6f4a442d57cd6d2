export function docsScript(): void
