/** A fault of the installation that whoever runs it can mend: told in its own words, without a stack. */
export class StartError extends Error {}
