import { type Family, learning } from './family.ts'

/** A demo platform. A new row adds another one. */
export type Site = {
  key: string
  name: string
  /** The heading of the start page. */
  tagline: string
  /** Platform and product in Foyer's spelling. */
  platform: string
  product: string
  clientId: string
  /** The environment variable with the client's secret, and the default of development. */
  secretVariable: string
  developmentSecret: string
  port: number
  /** Every site has its own cookie name, since browsers share cookies between the ports of localhost. */
  cookie: string
  family: Family
}

/** The port of the first site; `DEMO_PORT` moves them all. */
export const firstPort = 4100

export const sites: readonly Site[] = [
  {
    key: 'learning',
    name: 'Lantern Learning',
    tagline: 'Short courses for curious people.',
    platform: 'student',
    product: 'learning',
    clientId: 'learning-demo',
    secretVariable: 'DEMO_CLIENT_SECRET',
    developmentSecret: 'foyer-demo-learning-secret',
    port: firstPort,
    cookie: 'lantern',
    family: learning,
  },
]
