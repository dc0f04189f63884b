/** Beside the questionnaire: all about the part that is chosen, or the survey as a phone shows it. */
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useText } from '../../../i18n/text.ts'
import { SideDrawer } from '../../../ui/SideDrawer.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { useContent } from './content-context.ts'
import { Details } from './Details.tsx'

/** Where there is room for it; else it opens over the page. */
export const wide = '(min-width: 1180px)'

interface DetailPanelProps {
  survey: SurveyDetail
  /** `section:5`, `question:7`, `answer:12`, `skip:3`, `skip:new:7`; '': nothing is chosen. */
  word: string
  renderLive: (survey: SurveyDetail) => ReactNode
  onClose: () => void
}

export function DetailPanel({ survey, word, renderLive, onClose }: DetailPanelProps) {
  const t = useText()
  const isWide = useMedia(wide)
  const details = <Details key={word} survey={survey} word={word} />
  if (isWide)
    return (
      <Beside live={<Live survey={survey} render={renderLive} />}>
        {word === '' ? <p className="content-hint">{t('surveys.panel.none')}</p> : details}
      </Beside>
    )
  if (word === '') return null
  return (
    <SideDrawer title={t('surveys.panel.details')} onClose={onClose}>
      <div className="content-details">{details}</div>
    </SideDrawer>
  )
}

const views = ['details', 'preview'] as const

function Beside({ live, children }: { live: ReactNode; children: ReactNode }) {
  const t = useText()
  const { wanted } = useContent()
  const [view, setView] = useState<(typeof views)[number]>('details')
  const isWanted = wanted.use((field) => field !== undefined)
  if (isWanted && view !== 'details') setView('details')
  return (
    <aside className="content-panel" aria-label={t('surveys.panel')}>
      <fieldset className="content-views" aria-label={t('surveys.panel')}>
        {views.map((each) => (
          <button key={each} type="button" aria-pressed={each === view} onClick={() => setView(each)}>
            {t(`surveys.panel.${each}`)}
          </button>
        ))}
      </fieldset>
      {view === 'details' ? <div className="content-details">{children}</div> : live}
    </aside>
  )
}

/** Behind the writer: a key never waits for the phone. */
function Live({ survey, render }: { survey: SurveyDetail; render: (survey: SurveyDetail) => ReactNode }) {
  return render(useDeferredValue(survey))
}
