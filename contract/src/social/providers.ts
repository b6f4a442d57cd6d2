/**
 * Lists the social providers in their wire spelling (product 3), and the part of their toggle that the browser uses
 * (product 4).
 */

export const socialProviders = ['google', 'facebook', 'apple'] as const
export type SocialProvider = (typeof socialProviders)[number]

export const providerNames: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  apple: 'Apple',
}

export function isSocialProvider(value: unknown): value is SocialProvider {
  return (socialProviders as readonly unknown[]).includes(value)
}
