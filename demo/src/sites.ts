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
  colours: { light: Palette; dark: Palette }
}

type Palette = {
  accent: string
  onAccent: string
  paper: string
  card: string
  ink: string
  muted: string
  line: string
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
    colours: {
      light: {
        accent: '#2c6a3c',
        onAccent: '#ffffff',
        paper: '#f9f5ea',
        card: '#fffdf7',
        ink: '#23261f',
        muted: '#5b6053',
        line: '#ddd5c0',
      },
      dark: {
        accent: '#a3d9a5',
        onAccent: '#13200f',
        paper: '#151a14',
        card: '#1e251c',
        ink: '#eef1e6',
        muted: '#b0b8a6',
        line: '#3a4436',
      },
    },
  },
]
