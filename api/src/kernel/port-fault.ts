/** Explains in one line why the service cannot listen on a port, and names the setting. */
import { StartError } from './start-error.ts'

export function portFault(
  error: NodeJS.ErrnoException,
  { name, port }: { name: 'PORT' | 'METRICS_PORT'; port: number },
): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken: stop what listens there, or set ${name}.`)
  if (error.code === 'EACCES')
    return new StartError(`This user may not use port ${port}: set ${name} to one above 1023.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? ''))
    return new StartError(`${name.replace('PORT', 'HOST')} is no address of this machine.`)
  return error
}
