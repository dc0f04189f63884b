import type { ContentPart } from '#contract/skips.ts'
import { useText } from '../../../i18n/text.ts'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { useContent } from './content-context.ts'
import { remove } from './edits.ts'
import { referencesTo } from './references.ts'
import { ruleLines } from './rule-lines.ts'
import { questionsIn } from './survey-parts.ts'

/** The part that the user wants to delete. */
export interface Doomed {
  part: ContentPart
  label: string
  /** The first version that holds it; null while only the draft does. */
  firstVersion: number | null
}

/** Asks, and names every rule and condition that refers to what goes. The rules go with it. */
export function ContentRemoval({
  doomed: { part, label, firstVersion },
  onClose,
}: {
  doomed: Doomed
  onClose: () => void
}) {
  const t = useText()
  const { builder, language } = useContent()
  const survey = builder.survey()
  const { rules, mentions } = referencesTo(survey, part)
  const codes = new Map(questionsIn(survey).map(({ id, code }) => [id, code]))
  const lines = ruleLines({ ...survey, skips: rules }, language, t)
  const isReferred = rules.length + mentions.length > 0
  return (
    <ConfirmDialog
      title={t('surveys.deleteTitle', { label })}
      action={rules.length > 0 ? t('surveys.deleteWithRules', { count: rules.length }) : t('action.delete')}
      danger
      run={() => remove(builder, part, t('surveys.did.delete', { label }))}
      onClose={onClose}
    >
      {firstVersion !== null && <p>{t('surveys.deletePublished')}</p>}
      {isReferred ? (
        <>
          <p>{t('surveys.referred')}</p>
          <ul className="content-references">
            {[...lines].flatMap(([from, texts]) =>
              texts.map(({ id, text }) => (
                <li key={id}>
                  <code>{codes.get(from)}</code> {text}
                </li>
              )),
            )}
            {mentions.map(({ of, field }) => (
              <li key={of + field}>
                <code>{of}</code> {t(`surveys.mention.${field}`)}
              </li>
            ))}
          </ul>
          {mentions.length > 0 && <p>{t('surveys.mentionsStay')}</p>}
        </>
      ) : (
        <p>{t('surveys.deleteCanUndo')}</p>
      )}
    </ConfirmDialog>
  )
}
