export function inboxScript(): void
