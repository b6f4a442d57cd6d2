/**
 * Lists everything that the browser keeps: key, store, shape and lifetime. A key that ends in a dot is followed by the
 * platform, or by what its row names. Names and shapes must not change: another tab may have a page of the previous release.
 * Separate constants instead of an object: the build inlines each constant, and the first screen needs only a few.
 *
 * | store          | key          | shape                                                | lifetime          |
 * |----------------|--------------|------------------------------------------------------|-------------------|
 * | localStorage   | authKey      | StoredAuth (session/stored-auth.ts)                  | until logout      |
 * | sessionStorage | authKey      | the same, on a shared computer                       | until logout      |
 * | localStorage   | autoLoginKey | text: an auto-login that no page has shown yet       | until it is shown |
 * | localStorage   | syncKey      | Synced (session/background/)                           | the ID token      |
 * | localStorage   | personKey    | LastPerson (session/last-person.ts)                  | personLifeMs      |
 * | localStorage   | hereKey      | text: somebody signed in on this private browser     | until nobody is   |
 * | localStorage   | sharedKey    | text: this computer is shared                        | no end            |
 * | localStorage   | everywhereKey | text: tells other tabs of a sign-out of everything   | removed at once   |
 * | localStorage   | otpKey       | KeptOtp (sign-in/kept-otp.ts)                        | the OTP challenge |
 * | localStorage   | recipientKey | Recipient (flow/sent-link/kept-recipient.ts)         | a reset link      |
 * | localStorage   | togglesKey   | { socialAuth } (social/social-toggle.ts)             | the next answer   |
 * | localStorage   | deviceKey    | text, the device id                                  | no end            |
 * | localStorage   | deviceUsedKey| text, milliseconds of its last use                   | no end            |
 * | localStorage   | analyticsKey | text: analytics knows the user, who has agreed       | until logout      |
 * | localStorage   | fontKey      | text, the path of the web font that was loaded       | no end            |
 * | localStorage   | passkeyOfferKey | empty (session/passkey-offer.ts); followed by the user's id | passkeyOfferLifeMs |
 * | sessionStorage | stepKey      | StepRecord (flow/navigation/step-history.ts)         | stepLifeMs        |
 * | sessionStorage | draftKey     | texts of sign-up (flow/sign-up-steps/)               | stepLifeMs        |
 * | sessionStorage | helpDraftKey | HelpDraft (help/help-draft.ts)                      | helpDraftLifeMs   |
 * | localStorage   | profileDraftKey | ProfileDrafts (session/profile-drafts.ts)        | profileDraftLifeMs, logout |
 * | sessionStorage | profileDraftKey | the same, on a shared computer                  | profileDraftLifeMs, logout |
 * | sessionStorage | keptWordsKey | KeptWords (account/sign-in-again/kept-words.ts)      | stepLifeMs, logout |
 * | sessionStorage | disownedKey  | Disowned (account/security/disowned-sign-in.ts)      | disownedLifeMs    |
 * | localStorage   | forgetKey    | text: tells other tabs to forget drafts at a sign-out | removed at once  |
 * | sessionStorage | countryKey   | text, ISO 3166-1 code that the user chose            | the tab           |
 * | sessionStorage | secondStepKey | KeptStep (flow/second-step/with-second-step.ts)      | firstProofSeconds |
 * | sessionStorage | socialLinkKey| LinkRecord (social/link/pending-link.ts)             | stepLifeMs        |
 * | sessionStorage | contactKey   | KeptContact (account/contacts/kept-contact.ts)       | stepLifeMs        |
 * | sessionStorage | socialKey    | SocialResult (session/social/social-result.ts)              | until it is read  |
 * | sessionStorage | bannerKey    | text, one sentence                                   | until it is shown |
 * | sessionStorage | confirmedKey | text, milliseconds: the user pressed the bar         | a minute          |
 * | sessionStorage | visitOriginKey | [query, referrer] of the first page, early script  | the tab           |
 * | sessionStorage | faceKey      | path of the web font, or empty: the font of this visit | the tab          |
 * | sessionStorage | reloadsKey   | list of milliseconds                                 | loop-guard.ts     |
 * | sessionStorage | handoversKey | list of milliseconds; followed by origin and path    | loop-guard.ts     |
 * | history.state  | page         | name of the page that the entry shows                | the entry         |
 * | history.state  | step         | name of the step that the entry shows                | the entry         |
 * | history.state  | sentEntry    | Sent (forgot-password/), SentLink (password-links/)  | stepLifeMs        |
 * | history.state  | helpEntry    | SentRequest (help/help-machine.ts)                   | the entry         |
 * | history.state  | linkEntry    | PasswordLink (password-links/link-in-address.ts)     | until it is used  |
 * | history.state  | revertEntry  | { token } (revert-email/link-in-address.ts)          | until it is used  |
 * | history.state  | isLeft       | true: the user went Back from a step                 | the entry         |
 * | history.state  | isLinking    | true: the entry shows the proof of an account        | the entry         |
 * | history.state  | isAutoNext   | true: the form was sent without a click              | the entry         |
 */
export const authKey = 'foyer.auth.'
export const autoLoginKey = 'foyer.auto-login'
export const syncKey = 'foyer.token-sync.'
export const personKey = 'foyer.person.'
export const hereKey = 'foyer.here'
export const sharedKey = 'foyer.shared'
export const everywhereKey = 'foyer.logout-everywhere'
export const otpKey = 'foyer.otp.'
export const recipientKey = 'foyer.link-recipient'
export const togglesKey = 'foyer.feature-toggles'
export const deviceKey = 'foyer.device'
export const deviceUsedKey = 'foyer.device-used'
export const analyticsKey = 'foyer.analytics'
export const fontKey = 'foyer.font'
export const faceKey = 'foyer.face'
export const passkeyOfferKey = 'foyer.passkey-offer.'
export const stepKey = 'foyer.step.'
export const draftKey = 'foyer.sign-up.'
export const helpDraftKey = 'foyer.help.'
export const profileDraftKey = 'foyer.profile-draft.'
export const keptWordsKey = 'foyer.kept-words.'
export const disownedKey = 'foyer.disowned.'
export const forgetKey = 'foyer.forget-drafts.'
export const countryKey = 'foyer.country'
export const secondStepKey = 'foyer.second-step.'
export const socialLinkKey = 'foyer.social-link.'
export const contactKey = 'foyer.contact.'
export const socialKey = 'foyer.social-result'
export const bannerKey = 'foyer.banner'
export const confirmedKey = 'foyer.logout-confirmed'
export const visitOriginKey = 'foyer.arrival'
export const reloadsKey = 'foyer.reloads'
export const handoversKey = 'foyer.handovers.'

export const sentEntry = 'sent'
export const helpEntry = 'helpSent'
export const linkEntry = 'link'
export const revertEntry = 'revert'

/** The browser forgets the last person 90 days after the sign-in. */
export const personLifeMs = 90 * 86_400_000

/** A user who was offered a passkey in this browser is not offered one again for 90 days. */
export const passkeyOfferLifeMs = 90 * 86_400_000

/** A reload within 10 minutes restores the step, the draft or the message about a sent link. */
export const stepLifeMs = 600_000

/** A help request takes longer to write than other forms, so its draft is kept for 8 hours. */
export const helpDraftLifeMs = 28_800_000

/** Unsaved texts of a profile are kept for a week, or until the user signs out. */
export const profileDraftLifeMs = 7 * 86_400_000

/** A user who disowned a sign-in is shown for a day what was added since it, until the user has checked. */
export const disownedLifeMs = 86_400_000
