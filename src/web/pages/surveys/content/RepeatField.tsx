/** Whether the questions of a section are asked once or repeat, and what says how often. */
import { useId } from 'react'
import type { SectionWithQuestions } from '#contract/sections.ts'
import { maxRepeats, type Repeat, textIn } from '#domain/surveys/survey.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { countsFor, outerFor } from '../repeat-words.ts'
import { firstMax } from './new-question.ts'
import './repeat.css'

type How = 'once' | 'added' | 'counted'

function withDepth({ depth: _, ...repeat }: Repeat, depth: number): Repeat {
  return depth > 1 ? { ...repeat, depth } : repeat
}

/** Without `sections` the survey is not at hand: the code of the number is typed. */
export function RepeatField({ sections }: { sections?: readonly SectionWithQuestions[] }) {
  const t = useText()
  const id = useId()
  const { values, set, row, readOnly } = useForm()
  const repeat = (values['repeat'] ?? null) as Repeat | null
  const own = (row as { id: number } | undefined)?.id
  const depth = repeat?.depth ?? 1
  const counts = sections && countsFor(sections, own, depth)
  const outer = sections ? outerFor(sections, own) : []
  const how: How = !repeat ? 'once' : repeat.countCode === undefined || repeat.countCode === null ? 'added' : 'counted'

  function choose(next: How) {
    const max = repeat?.max ?? firstMax
    if (next === 'once') set('repeat', null)
    else if (next === 'added') set('repeat', withDepth({ max }, depth))
    else {
      // Which of several numbers it is, only the user knows.
      const [only, another] = counts ?? []
      set('repeat', withDepth({ max, countCode: another ? '' : (only?.code ?? '') }, depth))
    }
  }

  return (
    <FieldFrame name="repeat" alwaysSet>
      {(control) => (
        <div id={control.id} className="repeat">
          <RadioGroup<How>
            label={t('sections.field.repeat')}
            legend="unseen"
            disabled={readOnly}
            options={(['once', 'added', 'counted'] as const).map((value) => ({
              value,
              label: t(`sections.repeat.${value}`),
            }))}
            value={how}
            onChange={choose}
          />
          {repeat && (
            <div className="repeat-details">
              {(outer.length > 0 || depth > 1) && (
                <div>
                  <label htmlFor={`${id}-outer`}>{t('sections.repeat.inside')}</label>
                  <Select
                    id={`${id}-outer`}
                    className="field-wide"
                    disabled={readOnly}
                    value={depth}
                    options={[
                      { value: 1, label: t('sections.repeat.alone') },
                      ...outer.map(({ title }, index) => ({ value: index + 2, label: textIn(title, currentLocale()) })),
                    ]}
                    onChange={(next) => set('repeat', withDepth(repeat, next))}
                  />
                </div>
              )}
              {how === 'counted' && (
                <div>
                  <label htmlFor={`${id}-count`}>{t('sections.repeat.by')}</label>
                  {counts ? (
                    <Select
                      id={`${id}-count`}
                      className="field-wide"
                      disabled={readOnly}
                      value={repeat.countCode === '' ? undefined : repeat.countCode}
                      placeholder={t(counts.length === 0 ? 'sections.repeat.noCounts' : 'sections.repeat.choose')}
                      showSearch={counts.length > 8 ? { optionFilterProp: 'label' } : false}
                      options={counts.map(({ code, text }) => ({
                        value: code,
                        label: `${code}: ${textIn(text, currentLocale())}`,
                      }))}
                      onChange={(countCode) => set('repeat', { ...repeat, countCode })}
                    />
                  ) : (
                    <TextInput
                      id={`${id}-count`}
                      readOnly={readOnly}
                      spellCheck={false}
                      value={repeat.countCode ?? ''}
                      onChange={(event) => set('repeat', { ...repeat, countCode: event.target.value })}
                    />
                  )}
                </div>
              )}
              <div>
                <label htmlFor={`${id}-max`}>{t('sections.repeat.max')}</label>
                <NumberInput
                  {...control}
                  id={`${id}-max`}
                  readOnly={readOnly}
                  min={1}
                  max={maxRepeats}
                  value={repeat.max}
                  onChange={(max) => set('repeat', { ...repeat, max: max ?? '' })}
                />
              </div>
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
