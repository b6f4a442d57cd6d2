/** Reports a fault of the installation that the operator can fix: its message is printed without a stack. */
export class StartError extends Error {}
