/** What the texts are called, as tsc checks it: the keys of the English files, one import for each. */
import type { Locale } from '#domain/text/locale.ts'
import type administrativeUnits from './en/administrative-units.json'
import type basic from './en/basic.json'
import type chart from './en/chart.json'
import type charts from './en/charts.json'
import type common from './en/common.json'
import type dashboard from './en/dashboard.json'
import type demo from './en/demo.json'
import type entry from './en/entry.json'
import type erasures from './en/erasures.json'
import type excel from './en/excel.json'
import type factors from './en/factors.json'
import type files from './en/files.json'
import type formFile from './en/form-file.json'
import type insight from './en/insight.json'
import type grants from './en/grants.json'
import type jobs from './en/jobs.json'
import type listTools from './en/listTools.json'
import type logs from './en/logs.json'
import type participants from './en/participants.json'
import type payments from './en/payments.json'
import type people from './en/people.json'
import type preview from './en/preview.json'
import type problems from './en/problems.json'
import type questionnaire from './en/questionnaire.json'
import type reference from './en/reference.json'
import type request from './en/request.json'
import type responses from './en/responses.json'
import type rich from './en/rich.json'
import type roles from './en/roles.json'
import type sessions from './en/sessions.json'
import type survey from './en/survey.json'
import type surveys from './en/surveys.json'
import type tasks from './en/tasks.json'
import type tokens from './en/tokens.json'
import type usage from './en/usage.json'
import type webhooks from './en/webhooks.json'

type English = typeof administrativeUnits &
  typeof basic &
  typeof chart &
  typeof charts &
  typeof common &
  typeof dashboard &
  typeof demo &
  typeof entry &
  typeof erasures &
  typeof excel &
  typeof factors &
  typeof formFile &
  typeof insight &
  typeof grants &
  typeof jobs &
  typeof listTools &
  typeof logs &
  typeof participants &
  typeof payments &
  typeof people &
  typeof preview &
  typeof problems &
  typeof questionnaire &
  typeof reference &
  typeof request &
  typeof responses &
  typeof rich &
  typeof roles &
  typeof sessions &
  typeof survey &
  typeof surveys &
  typeof tasks &
  typeof tokens &
  typeof usage &
  typeof webhooks

export type TextId = keyof English | `language.${Locale}`

/** What files of the server say; no page brings it along. */
export type FileText = keyof typeof files extends `files.${infer Id}` ? Id : never
