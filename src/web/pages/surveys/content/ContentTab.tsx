/**
 * The content of a survey, where it is made: sections, their questions, their options, each with what keeps it from
 * being published. Forms and deletions open over it; what is fixed since a publication says so.
 */
import { PlusOutlined } from '@ant-design/icons'
import { useMemo, useState } from 'react'
import type { SurveyDetail } from '#contract/surveys.ts'
import { publishProblems } from '#domain/survey-rules.ts'
import { highestAmounts } from '../../../api/page-settings.ts'
import { useCan } from '../../../api/session.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useOpenedWord } from '../../../ui/use-opened-word.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { ContentForms } from './ContentForms.tsx'
import { ContentLanguage } from './ContentLanguage.tsx'
import { ContentContext } from './content-context.ts'
import { ContentRemoval, type Doomed } from './ContentRemoval.tsx'
import { SectionBlock } from './SectionBlock.tsx'
import { useHashFocus } from '../../../ui/use-hash-focus.ts'
import { useMove } from './use-move.ts'
import type { FieldProblem } from '#domain/problems.ts'
import '../../../form/form.css'
import './content.css'

export function ContentTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'edit', 'surveys.write')
  const canWrite = refusal === undefined
  const hasPermission = useCan('surveys.write')
  const form = useOpenedWord('form')
  const [language, setLanguage] = useState<string>(currentLocale())
  const [doomed, setDoomed] = useState<Doomed>()
  const obstacles = useMemo(() => byPlace(publishProblems(survey, survey, highestAmounts())), [survey])
  const { move, said } = useMove()
  useHashFocus()
  const { sections } = survey

  return (
    <ContentContext
      value={{
        canWrite,
        language,
        obstacles,
        move,
        openForm: form.open,
        remove: setDoomed,
        currentVersion: survey.currentVersion,
      }}
    >
      <div className="content">
        <div className="content-bar">
          <ContentLanguage survey={survey} language={language} onChoose={setLanguage} />
          {canWrite && (
            <Button icon={<PlusOutlined />} onClick={() => form.open('section:new')}>
              {t('surveys.addSection')}
            </Button>
          )}
        </div>
        {!canWrite && (
          <Note tone="neutral">{hasPermission ? refusal : t('surveys.readOnly', { permission: 'surveys.write' })}</Note>
        )}
        {sections.length === 0 && <p className="no-rows">{t('surveys.noContent')}</p>}
        {canWrite && sections.length > 0 && <p className="content-hint wide-only">{t('surveys.moveHint')}</p>}
        <ol className="content-sections">
          {sections.map((section, index) => (
            <SectionBlock key={section.id} section={section} index={index} siblings={sections} />
          ))}
        </ol>
        <output className="visually-hidden">{said}</output>
      </div>
      <ContentForms survey={survey} word={form.value} onDone={form.close} />
      {doomed && <ContentRemoval doomed={doomed} onClose={() => setDoomed(undefined)} />}
    </ContentContext>
  )
}

/** Problems of publishing by the section or question that has them; `''` holds those of the survey itself. */
function byPlace(problems: readonly FieldProblem[]): ReadonlyMap<string, readonly FieldProblem[]> {
  return Map.groupBy(problems, ({ path }) => /^sections\[\d+\](\.questions\[\d+\])?/.exec(path)?.[0] ?? '')
}
