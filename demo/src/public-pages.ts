/** Shows the public profiles and skill profiles of users, which Foyer gives to everybody who may see them. */
import { type Html, html } from './html.ts'
import { sentencePage } from './sentence-pages.ts'
import type { Page, Reply, Running, SiteRequest } from './site-requests.ts'
import type { Site } from './sites.ts'

type Entry = Readonly<Record<string, string | null>>
type Profile = {
  full_name: string
  headline: string | null
  about: string | null
  sections: Readonly<Record<string, readonly Entry[]>>
}
type SkillProfile = {
  full_name: string
  headline: string | null
  items: readonly {
    title: string
    summary: string | null
    skills: readonly string[]
    url: string | null
    submission: { title: string; score: string | null; submitted_at: string } | null
  }[]
}

type PublicPage = { path: string; pageOf: (data: never) => Page }

const timeoutMs = 5_000

/** Returns which public page a path shows: `/profile/{username}` or `/profile/skill-profile/{username}`. */
export function publicPageOf(pathname: string, { isForLearners }: Site): PublicPage | null {
  const [, skills, username] = /^\/profile\/(skill-profile\/)?([^/]+)$/.exec(pathname) ?? []
  // Without a username, it is the address of the user's own skill profile.
  if (!isForLearners || !username || (!skills && username === 'skill-profile')) return null
  return skills
    ? { path: `/api/auth/skill-profiles/${username}`, pageOf: skillProfilePage }
    : { path: `/api/profile/public/${username}`, pageOf: profilePage }
}

/** Asks Foyer with the token of a signed-in user, because a user may be blocked. */
export async function showPublicPage(
  { accountsUrl, records }: Running,
  { url, session }: SiteRequest,
  { path, pageOf }: PublicPage,
): Promise<Reply> {
  const tokens = session && (await records.tokensOf(session.claims.sid))
  const user = session?.user ?? null
  try {
    const response = await fetch(accountsUrl + path, {
      signal: AbortSignal.timeout(timeoutMs),
      ...(tokens && { headers: { authorization: `Bearer ${tokens.accessToken}` } }),
    })
    if (response.status === 404) return { status: 404, page: { ...hiddenPage, user } }
    if (!response.ok) throw new Error(`Foyer answered ${response.status}`)
    const { data } = (await response.json()) as { data: never }
    return { status: 200, page: { ...pageOf(data), user } }
  } catch (error) {
    console.error(error)
    return { status: 503, page: { ...brokenPage(url.pathname), user }, headers: { 'retry-after': '5' } }
  }
}

const hiddenPage = sentencePage(
  'Nothing to see here',
  'There is no public profile at this address. Its owner may have hidden it, or changed the address.',
  { href: '/', label: 'Go to the start page' },
)

function brokenPage(path: string): Page {
  return sentencePage(
    'Profiles are taking a break',
    'Foyer, which keeps our profiles, didn’t answer. Please try again in a moment.',
    { href: path, label: 'Try again' },
  )
}

/** The sections of a profile: the field that names an entry, and those that follow it on one line. */
const sections: Record<string, { title: string; name: string; facts: readonly string[] }> = {
  work_experiences: { title: 'Work experience', name: 'job_title', facts: ['name', 'location'] },
  academics: { title: 'Education', name: 'institution', facts: ['study_type', 'area', 'score'] },
  qualifications: {
    title: 'Qualifications',
    name: 'title',
    facts: ['institution', 'qualification_level', 'qualification_field', 'score'],
  },
  certifications: { title: 'Certificates', name: 'name', facts: ['issuer'] },
  projects: { title: 'Projects', name: 'name', facts: ['role_name'] },
  publications: { title: 'Publications', name: 'name', facts: ['publisher'] },
  awards: { title: 'Awards', name: 'title', facts: ['awarder'] },
  achievements: { title: 'Achievements', name: 'title', facts: [] },
  skill_evidences: { title: 'Skills', name: 'skill', facts: ['level'] },
  subjects: { title: 'Subjects', name: 'subject', facts: ['level'] },
  languages: { title: 'Languages', name: 'language', facts: ['fluency'] },
  interests: { title: 'Interests', name: 'name', facts: [] },
  video_portfolio: { title: 'Videos', name: 'title', facts: [] },
}

function profilePage(profile: Profile): Page {
  const { full_name: name, headline, about } = profile
  const parts = Object.entries(sections).flatMap(([key, { title, name: naming, facts }]) => {
    const entries = profile.sections[key] ?? []
    const rows = entries.map((entry) =>
      rowOf({
        title: entry[naming] ?? '',
        facts: [...facts.map((field) => entry[field] ?? ''), periodOf(entry)],
        text: entry.summary ?? null,
        url: entry.url ?? null,
      }),
    )
    return rows.length > 0 ? [partOf(title, rows)] : []
  })
  return personPage({ name, title: name, headline, about, parts })
}

function skillProfilePage({ full_name: name, headline, items }: SkillProfile): Page {
  const rows = items.map(({ title, summary, skills, url, submission }) =>
    rowOf({
      title,
      facts: [...skills, ...(submission ? [submission.score ?? '', dayOf(submission.submitted_at)] : [])],
      text: summary,
      url,
    }),
  )
  const parts = rows.length > 0 ? [partOf('Skills and work', rows)] : []
  return personPage({ name, title: `Skills of ${name}`, headline, about: null, parts })
}

type Person = {
  name: string
  title: string
  headline: string | null
  about: string | null
  parts: readonly Html[]
}

function personPage({ name, title, headline, about, parts }: Person): Page {
  return {
    title,
    content: html`<div class="profile-head"><span class="initial" aria-hidden="true">${[...name][0] ?? ''}</span>
<div><h1>${title}</h1>${headline ? html`<p>${headline}</p>` : html``}</div></div>
${about ? html`<p class="lead text">${about}</p>` : html``}
${parts}
${parts.length === 0 && !about ? html`<p class="lead">Nothing is shown here yet.</p>` : html``}`,
  }
}

function partOf(title: string, rows: readonly Html[]): Html {
  return html`<section class="part"><h2>${title}</h2><ul class="rows">${rows}</ul></section>`
}

type Row = { title: string; facts: readonly string[]; text: string | null; url: string | null }

function rowOf({ title, facts, text, url }: Row): Html {
  const line = facts.filter(Boolean).join(' · ')
  return html`<li><div><h3>${title}</h3>${line ? html`<p>${line}</p>` : html``}${text ? html`<p class="text">${text}</p>` : html``}${
    // Another protocol could run a script.
    url?.startsWith('https://')
      ? html`<a href="${url}" rel="noopener noreferrer nofollow">${new URL(url).hostname}</a>`
      : html``
  }</div></li>`
}

/** @example periodOf({ start_date: '2023-07', end_date: null }) // 'since 2023-07' */
function periodOf({ start_date: start, end_date: end, date, release_date: released }: Entry): string {
  if (start) return end ? `${start} to ${end}` : `since ${start}`
  return date ?? released ?? ''
}

function dayOf(time: string): string {
  return time.slice(0, 10)
}
