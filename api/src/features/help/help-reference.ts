/** Makes the reference of a help request, which users and support read, type and say aloud. */
import { randomInt } from 'node:crypto'

/** Digits and letters that cannot be confused with each other; without vowels they form no words. */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'
const groupLength = 4

/**
 * Returns one of 3.7 × 10¹¹ references, such as H-7K3M-92QX. A reference grants no access, so guessing one is useless.
 */
export function makeReference(): string {
  return ['H', group(), group()].join('-')
}

function group(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}
