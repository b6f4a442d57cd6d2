/** Whether a secret could be found by trying: a placeholder, a word, a pattern. What was drawn at random passes. */

const fewestDistinct = 8

/** Of the letters and digits alone. Six letters or more, or chance would write them into a good secret. */
const words = [
  ...['changeme', 'changethis', 'replaceme', 'placeholder', 'yoursecret', 'secret', 'password', 'passphrase'],
  ...['example', 'default', 'development', 'production', 'insecure', 'notsecure', 'qwerty', 'letmein'],
  ...['foyertest', 'foyerdemo', 'foyerdev', 'testtest', 'dummydummy', 'deadbeef'],
]

export function isGuessable(secret: Buffer): boolean {
  const letters = secret
    .toString('latin1')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  return (
    words.some((word) => letters.includes(word)) ||
    new Set(secret).size < fewestDistinct ||
    isRepetition(secret) ||
    isSequence(secret)
  )
}

/** One piece, over and over. */
function isRepetition(secret: Buffer): boolean {
  for (let length = 1; length <= secret.length / 2; length++) {
    if (secret.subarray(length).equals(secret.subarray(0, -length))) return true
  }
  return false
}

/** Mostly steps to a neighbour, as in abcdef… and 1234567890…: random hex takes one in six. */
function isSequence(secret: Buffer): boolean {
  const steps = secret.filter((byte, index) => Math.abs(byte - (secret[index - 1] ?? Number.NaN)) <= 1)
  return steps.length > secret.length / 2
}
