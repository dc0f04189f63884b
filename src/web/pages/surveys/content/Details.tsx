/** All about one part of the content, in a form that saves itself. */
import { DeleteOutlined, LeftOutlined } from '@ant-design/icons'
import type { Question } from '#contract/questions.ts'
import type { Skip } from '#contract/skips.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { operatorsFor } from '#domain/answers/skip-rules.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { ruleProblems } from '#domain/publishing/skip-checks.ts'
import { contentOf } from '#domain/surveys/survey-content.ts'
import { type SkipRule, textIn } from '#domain/surveys/survey.ts'
import { SelectControl, SwitchControl } from '../../../form/controls.tsx'
import type { Values } from '../../../form/form-state.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { useContent } from './content-context.ts'
import { KeptForm } from './KeptForm.tsx'
import {
  AnswerCode,
  ExpressionField,
  MediaField,
  ParentOption,
  QuestionFields,
  RepeatField,
  RuleFields,
  SectionLookField,
} from './lazy-fields.ts'
import { newRule } from './new-question.ts'
import { RuleList } from './RuleList.tsx'
import { ruleLines } from './rule-lines.ts'
import { type Kind, type PartRow, questionName, questionsIn, rowOf, textsOf } from './survey-parts.ts'
import { useState } from 'react'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import { TextArea } from '../../../ui/TextInput.tsx'

export function Details({ survey, word }: { survey: SurveyDetail; word: string }) {
  const { language } = useContent()
  const [, kind, id, parent] = /^(section|question|answer|skip):(new|\d+)(?::(\d+))?$/.exec(word) ?? []
  if (kind === 'skip') {
    const rule = survey.skips.find((each) => each.id === Number(id))
    return <RuleDetails survey={survey} row={rule} fromId={Number(parent)} />
  }
  const part = { kind: kind as Kind, id: Number(id) }
  const row = kind && rowOf(survey, part)
  if (!row) return null
  const labelOf = (of: object) => plainIn(textsOf(of as PartRow, kind === 'section' ? 'title' : 'text'), language)
  return (
    <KeptForm kind={part.kind} row={row} labelOf={labelOf} isWhole={hasCount}>
      <h2>{labelOf(row)}</h2>
      <PartFields survey={survey} kind={part.kind} row={row} />
    </KeptForm>
  )
}

function PartFields({ survey, kind, row }: { survey: SurveyDetail; kind: Kind; row: PartRow }) {
  const t = useText()
  const { language } = useContent()
  const media = <MediaField survey={survey} />
  if (kind === 'section')
    return (
      <>
        <RepeatField sections={survey.sections} />
        <ExpressionField name="relevant" help="questions.relevantHelp" />
        <SectionLookField />
        {media}
      </>
    )
  if (kind === 'answer')
    return (
      <>
        <AnswerCode />
        <ParentOption questions={questionsIn(survey)} />
        <ColumnsField />
        <SwitchControl name="isOther" help="answers.isOtherHelp" />
        <SwitchControl name="exclusive" help="answers.exclusiveHelp" />
        {media}
      </>
    )
  const sections = survey.sections.map(({ id: value, title }) => ({ value, label: textIn(title, language) }))
  const { id, code } = row as Question
  const rules = <RuleList code={code} questionId={id} rules={ruleLines(survey, language, t).get(id) ?? []} adds />
  return (
    <QuestionFields media={media} rules={rules}>
      <SelectControl name="sectionId" options={sections} />
    </QuestionFields>
  )
}

/** A section that repeats as often as a number says waits for the number. */
function hasCount({ repeat }: Values): boolean {
  return (repeat as { countCode?: string } | null)?.countCode !== ''
}

interface RuleDetailsProps {
  survey: SurveyDetail
  /** Undefined: a new one. */
  row: Skip | undefined
  /** The question of a new one. */
  fromId: number
}

function RuleDetails({ survey, row, fromId }: RuleDetailsProps) {
  const t = useText()
  const { language, openForm, remove, canWrite } = useContent()
  const from = questionsIn(survey).find(({ id }) => id === (row?.fromQuestionId ?? fromId))
  if (!from) return null
  // A rule has no name: its question and what it does tell it from others.
  const labelOf = (rule: object) => {
    const [line] = ruleLines({ ...survey, skips: [rule as Skip] }, language, t).get(from.id) ?? []
    return `${from.code}: ${line?.text}`
  }
  const [operator = 'EQ'] = operatorsFor(from.type)
  return (
    <>
      <Button look="link" size="small" icon={<LeftOutlined />} onClick={() => openForm(`question:${from.id}`)}>
        {questionName(from, language)}
      </Button>
      <KeptForm
        kind="skip"
        row={row}
        defaults={{ ...newRule, operator, fromQuestionId: from.id }}
        labelOf={labelOf}
        isWhole={(values) => ruleProblems(contentOf(survey), { id: 0, ...row, ...values } as SkipRule).length === 0}
      >
        <h2>{t(row ? 'skips.edit' : 'skips.new')}</h2>
        <RuleFields survey={survey} />
      </KeptForm>
      {row && canWrite && (
        <Button
          tone="danger"
          icon={<DeleteOutlined />}
          onClick={() => remove({ kind: 'skip', id: row.id }, labelOf(row))}
        >
          {t('action.delete')}
        </Button>
      )}
    </>
  )
}

type Columns = Record<string, string>

/** The further columns of an option, which the filter of its question looks at: `district = north`, one a line. */
function ColumnsField() {
  const { values, set, readOnly } = useForm()
  const [text, setText] = useState(() => linesOf(values['columns'] as Columns | null | undefined))
  return (
    <FieldFrame name="columns" help="answers.columnsHelp">
      <TextArea
        rows={2}
        spellCheck={false}
        readOnly={readOnly}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          set('columns', columnsOf(target.value))
        }}
      />
    </FieldFrame>
  )
}

function linesOf(columns: Columns | null | undefined): string {
  return Object.entries(columns ?? {})
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n')
}

/** Null without any. */
function columnsOf(text: string): Columns | null {
  const pairs = text.split('\n').flatMap((line): [string, string][] => {
    const [name = '', ...rest] = line.split('=')
    const value = rest.join('=').trim()
    return name.trim() === '' || value === '' ? [] : [[name.trim(), value]]
  })
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}
