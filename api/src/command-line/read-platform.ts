import { isPlatform, type Platform, platforms } from '@foyer/contract/platforms'
import { CommandError } from './command.ts'

/** In its wire spelling. */
export function readPlatform(given: unknown): Platform {
  if (isPlatform(given)) return given
  throw new CommandError(`There are the platforms ${platforms.join(', ')}`)
}
