/** The fields of a question. Which bounds are offered depends on its type. */
import type { SectionWithQuestions } from '#contract/sections.ts'
import { textIn } from '#domain/survey.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { SelectControl, SwitchControl } from '../../../form/controls.tsx'
import { BoundsField } from './BoundsField.tsx'
import { QuestionCode } from './CodeField.tsx'
import { LocalizedField } from './LocalizedField.tsx'
import { TypeField } from './TypeField.tsx'

export function QuestionFields({ sections }: { sections: readonly SectionWithQuestions[] }) {
  return (
    <>
      <LocalizedField name="text" help="surveys.oneLanguage" multiline />
      <LocalizedField name="help" />
      <div className="form-pair">
        <TypeField />
        <QuestionCode />
        <BoundsField />
        <SelectControl
          name="sectionId"
          options={sections.map(({ id, title }) => ({ value: id, label: textIn(title, currentLocale()) }))}
        />
        <SwitchControl name="required" />
        <SwitchControl name="personal" help="questions.personalHelp" />
        <SwitchControl name="identifying" help="questions.identifyingHelp" />
        <SwitchControl name="filterable" help="questions.filterableHelp" />
      </div>
    </>
  )
}
