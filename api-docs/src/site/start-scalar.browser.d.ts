export function startScalar(): void
