/** The form that the URL asks for: `section:new`, `section:5`, `question:new:5` (in section 5), `skip:new:7`. */
import { Answer, answers } from '#contract/answers.ts'
import { Question, questions } from '#contract/questions.ts'
import { Section, sections } from '#contract/sections.ts'
import { Skip, skips } from '#contract/skips.ts'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { useCan } from '../../../api/session.ts'
import { resourceForm } from '../../../form/resource-form.tsx'
import { currentLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import type { Editing } from '../../../form/form-state.ts'
import {
  AnswerCode,
  ExpressionField,
  LocalizedField,
  MediaField,
  ParentOption,
  QuestionFields,
  RepeatField,
  RuleFields,
  SectionLookField,
} from './lazy-fields.ts'
import { useContent } from './content-context.ts'
import { ColumnsField } from './ColumnsField.tsx'
import { canDelete, canRevert } from './edits.ts'
import { newQuestion, newRule, newSection } from './new-question.ts'
import { operatorsFor } from '#domain/answers/skip-rules.ts'
import { ruleLines } from './rule-lines.ts'
import { type PartRow, questionName, questionsIn, textsOf } from './survey-parts.ts'

// The content has their rows without the names that lists add.
const SectionForm = resourceForm({ ...sections, row: Section })
const QuestionForm = resourceForm({ ...questions, row: Question })
const AnswerForm = resourceForm({ ...answers, row: Answer })
const RuleForm = resourceForm({ ...skips, row: Skip })

interface ContentFormsProps {
  survey: SurveyDetail
  word: string
  onDone: () => void
}

export function ContentForms({ survey, word, onDone }: ContentFormsProps) {
  const t = useText()
  const { builder, language } = useContent()
  const readOnly = !useCan('surveys.write')
  const [, kind, id = '', parent] = /^(section|question|answer|skip):(new|\d+)(?::(\d+))?$/.exec(word) ?? []
  const allQuestions = questionsIn(survey)
  const rows = {
    section: survey.sections,
    question: allQuestions,
    answer: allQuestions.flatMap((question) => question.answers),
    skip: survey.skips,
  }
  const parentId = Number(parent)

  function saved(answer: unknown) {
    const after = (answer as { data: { id: number } }).data
    const part = kind as keyof typeof rows
    const before = rows[part].find((row) => row.id === after.id)
    const label = labelOf(part, after)
    if (before) canRevert(builder, part, before, after, t('surveys.did.change', { label }))
    else canDelete(builder, { kind: part, id: after.id }, t('surveys.did.add', { label }))
  }

  /** A rule has no name: its question and what it does tell it from others. */
  function labelOf(part: keyof typeof rows, row: object): string {
    if (part !== 'skip') return plainIn(textsOf(row as PartRow, part === 'section' ? 'title' : 'text'), language)
    const rule = row as Skip
    const [line] = ruleLines({ ...survey, skips: [rule] }, language, t).get(rule.fromQuestionId) ?? []
    const from = allQuestions.find((question) => question.id === rule.fromQuestionId)
    return `${from?.code}: ${line?.text}`
  }

  function ruleTitle(): { title?: string } {
    const fromId = survey.skips.find((rule) => rule.id === Number(id))?.fromQuestionId ?? parentId
    const from = allQuestions.find((question) => question.id === fromId)
    if (!from) return {}
    return {
      title: t(id === 'new' ? 'skips.newOfQuestion' : 'skips.ofQuestion', {
        question: questionName(from, currentLocale()),
      }),
    }
  }

  const shared = { onDone, readOnly, refreshes: [surveys.get], onSaved: saved }
  switch (kind) {
    case 'section':
      return (
        <SectionForm.Modal
          {...shared}
          editing={editing(id, survey.sections)}
          defaults={{ ...newSection, surveyId: survey.id }}
        >
          <LocalizedField name="title" help="surveys.oneLanguage" />
          <MediaField survey={survey} />
          <RepeatField sections={survey.sections} />
          <SectionLookField />
          <ExpressionField name="relevant" help="questions.relevantHelp" />
        </SectionForm.Modal>
      )
    case 'question':
      return (
        <QuestionForm.Modal
          {...shared}
          editing={editing(id, allQuestions)}
          defaults={{ ...newQuestion, sectionId: parentId }}
        >
          <QuestionFields media={<MediaField survey={survey} />}>
            <QuestionForm.Select
              name="sectionId"
              options={survey.sections.map((section) => ({
                value: section.id,
                label: textIn(section.title, currentLocale()),
              }))}
            />
          </QuestionFields>
        </QuestionForm.Modal>
      )
    case 'answer':
      return (
        <AnswerForm.Modal
          {...shared}
          editing={editing(id, rows.answer)}
          defaults={{ questionId: parentId, isOther: false, exclusive: false }}
        >
          <LocalizedField name="text" help="surveys.oneLanguage" />
          <MediaField survey={survey} />
          <AnswerCode />
          <ParentOption questions={allQuestions} />
          <ColumnsField />
          <AnswerForm.Switch name="isOther" help="answers.isOtherHelp" />
          <AnswerForm.Switch name="exclusive" help="answers.exclusiveHelp" />
        </AnswerForm.Modal>
      )
    case 'skip':
      return (
        <RuleForm.Modal
          {...shared}
          editing={editing(id, survey.skips)}
          {...ruleTitle()}
          defaults={{ ...newRule, ...firstOperator(survey, parentId), fromQuestionId: parentId }}
        >
          <RuleFields survey={survey} />
        </RuleForm.Modal>
      )
    default:
      return null
  }
}

/** A rule starts with an operator that fits its question. */
function firstOperator(survey: SurveyDetail, questionId: number) {
  const from = questionsIn(survey).find(({ id }) => id === questionId)
  const [operator = 'EQ'] = from ? operatorsFor(from.type) : []
  return { operator }
}

/** A record that is gone, or a link typed by hand, opens nothing. */
function editing<Row extends { id: number }>(id: string, rows: readonly Row[]): Editing<Row> | undefined {
  if (id === 'new') return { type: 'create' }
  const row = rows.find((candidate) => candidate.id === Number(id))
  return row && { type: 'update', id, row, error: undefined }
}
