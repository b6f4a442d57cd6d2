import { type Family, learning } from './family.ts'

/** A demo platform, or a stand-in for an external site. A new row adds another one. */
export type Site = {
  key: string
  name: string
  /** The heading of the start page. */
  tagline: string
  /** Platform and product in Foyer's spelling. */
  platform: string
  product: string
  clientId: string
  /** The name of an external site: it belongs to no platform, and has the users of `platform`. */
  external?: 'zoom'
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
  {
    key: 'zoom',
    name: 'Zoom stand-in',
    tagline: 'Your class is about to begin.',
    platform: 'student',
    product: 'zoom',
    clientId: 'zoom-demo',
    external: 'zoom',
    secretVariable: 'DEMO_ZOOM_CLIENT_SECRET',
    developmentSecret: 'foyer-demo-zoom-secret',
    port: firstPort + 1,
    cookie: 'meeting',
    // It is none of Foyer's families: grey, and a camera for an arch.
    family: {
      name: 'Meetings',
      colour: { light: '#33415C', dark: '#B9C6DE' },
      mark: 'M5 8h13a3 3 0 0 1 3 3v10a3 3 0 0 1 -3 3h-13a3 3 0 0 1 -3 -3v-10a3 3 0 0 1 3 -3zM23 14l7 -4v12l-7 -4z',
    },
  },
]
