import { getSkillPortfolio } from '@foyer/contract/profile/skill-portfolio'
import { usePage } from '../../platforms/page-context.ts'
import { callOwn } from '../../session/own-call.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { type Calls, ProfileForm, type Target } from '../profile/profile-form.tsx'
import { PartLoading } from '../section-part.tsx'
import { useLoadedBy } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { headlineField } from './portfolio-items.ts'
import { changePortfolio } from './portfolio-store.ts'

type Head = { headline: string | null }

const fields = [headlineField]

const target: Target<Head> = {
  kind: 'version',
  read: (call) => headOf(call(getSkillPortfolio, {})),
  replace: (call: Calls, { headline = null }) => headOf(changePortfolio(call, () => ({ headline }))),
  add: null,
}

async function headOf(asked: ReturnType<typeof changePortfolio>) {
  const answer = await asked
  if (answer === 'reloading' || !answer.isSuccessful) return answer
  const { headline } = answer.data
  return { ...answer, data: { headline } }
}

type SkillHeadlineProps = { user: StoredUser; section: Section }

/** Changes the line below the name on the skill profile. */
export function SkillHeadline({ user, section }: SkillHeadlineProps) {
  const { platform } = usePage()
  const { data, setData, ...state } = useLoadedBy<Head>(
    (signal) => headOf(callOwn(platform, getSkillPortfolio, {}, { signal })),
    section.leaveIfEnded,
  )
  if (!data) return <PartLoading what="your headline" {...state} />
  return (
    <div className="skill-headline">
      <ProfileForm<Head>
        // A version of another window replaces what the field shows.
        key={data.headline}
        user={user}
        fields={fields}
        before={data}
        form="skill-headline"
        heading={null}
        title="Skill portfolio"
        submit="Save headline"
        target={target}
        onSaved={(saved) => {
          setData(saved)
          section.setBanner('Headline saved.')
          document.getElementById('skills-headline-title')?.focus()
        }}
        onTheirs={(theirs) => theirs && setData(theirs)}
        onLeave={null}
        onSignedOut={section.leave}
      />
    </div>
  )
}
