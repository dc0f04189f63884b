/** Where the options of a choice question come from: they are typed, or are the rows of a file of its survey. */
import { useContext, useId } from 'react'
import type { SurveyFile } from '#contract/survey-files.ts'
import { columnsOfList } from '#domain/surveys/list-table.ts'
import type { OptionList } from '#domain/surveys/survey.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import { useText } from '../../../i18n/text.ts'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { Select } from '../../../ui/Select.tsx'
import { ContentContext } from './content-context.ts'
import './repeat.css'

/** Nothing outside of the builder, where the files of the survey are not at hand. */
export function ListField() {
  const t = useText()
  const id = useId()
  const { values, set, readOnly } = useForm()
  const lists = useContext(ContentContext)?.files.filter(({ kind }) => kind === 'LIST')
  const list = (values['list'] ?? null) as OptionList | null
  if (!lists) return null
  const [first] = lists
  const file = lists.find(({ name }) => name === list?.file)
  const columns = list && columnsOfList(list)
  const chooseFile = (name: string | undefined) => {
    const chosen = lists.find((each) => each.name === name)
    set('list', chosen ? listOver(chosen) : null)
  }
  const names = lists.map(({ name }) => ({ value: name, label: name }))
  const columnsFor = (column: string) => (file?.list?.columns ?? [column]).map((value) => ({ value, label: value }))
  const missing = list && !file ? [{ value: list.file, label: t('questions.list.missing', { name: list.file }) }] : []

  return (
    <FieldFrame name="list" help={first ? undefined : 'questions.list.none'} alwaysSet>
      {(control) => (
        <div id={control.id} className="repeat">
          <RadioGroup<'typed' | 'file'>
            label={t('questions.field.list')}
            legend="unseen"
            disabled={readOnly || (!first && !list)}
            options={(['typed', 'file'] as const).map((value) => ({ value, label: t(`questions.list.${value}`) }))}
            value={list ? 'file' : 'typed'}
            onChange={(next) => chooseFile(next === 'file' ? first?.name : undefined)}
          />
          {list && columns && (
            <div className="repeat-details">
              {(['which', 'value', 'label'] as const).map((part) => (
                <div key={part}>
                  <label htmlFor={`${id}-${part}`}>{t(`questions.list.${part}`)}</label>
                  <Select
                    id={`${id}-${part}`}
                    className="field-wide"
                    disabled={readOnly}
                    value={part === 'which' ? list.file : columns[part]}
                    options={part === 'which' ? [...missing, ...names] : columnsFor(columns[part])}
                    onChange={(next) => (part === 'which' ? chooseFile(next) : set('list', { ...list, [part]: next }))}
                  />
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** The usual columns, else the first ones. */
function listOver({ name: file, list }: SurveyFile): OptionList {
  const [first, second = first] = list?.columns ?? []
  const usual = columnsOfList({ file })
  const has = (column: string) => list?.columns.includes(column)
  return {
    file,
    ...(has(usual.value) ? {} : { value: first }),
    ...(has(usual.label) ? {} : { label: second }),
  }
}
