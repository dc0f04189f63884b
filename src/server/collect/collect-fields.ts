/**
 * What a collecting app asks or notes beside the questions: consent, who answers, where, on which device, from when to when.
 * In the form they are a group of their own, under a name that no question has.
 */
import type { fenceModes } from '#domain/answers/geofence.ts'
import type { Localized, SurveyContent } from '#domain/surveys/survey.ts'
import { inAllLanguages } from '#words/texts.ts'
import { formNames } from '../xlsform/form-names.ts'
import type { FormExtras } from '../xlsform/xform-places.ts'
import { element } from '../xlsform/xml.ts'

export interface CollectFields {
  content: SurveyContent
  /** Whether each response names its participant. */
  participantRequired: boolean
  fence: (typeof fenceModes)[number]
}

/** By what they are, in the order in which they are asked. */
export const collectNames = {
  instructions: 'instructions',
  consent: 'consent',
  consentAt: 'consent_at',
  consentLanguage: 'consent_language',
  phone: 'phone',
  name: 'name',
  place: 'place',
  start: 'start',
  end: 'end',
  device: 'device',
} as const

/** What the app keeps of a statement that its user acknowledged (ODK XForms, trigger). */
export const agreed = 'OK'

/** The group's name in the form of a content. */
export function groupName(content: SurveyContent): string {
  return formNames(content).free('canvass')
}

export function collectExtras({ content, participantRequired, fence }: CollectFields): FormExtras {
  const group = groupName(content)
  const at = (name: keyof typeof collectNames) => `/data/${group}/${collectNames[name]}`
  const asked = ['phone', 'name', ...(fence === 'OFF' ? [] : (['place'] as const))] as const
  const required = { phone: participantRequired, name: false, place: fence === 'BLOCK' }
  const types = { phone: 'string', name: 'string', place: 'geopoint' }
  const needed = (name: (typeof asked)[number]) => ({
    ...(required[name] ? { required: 'true()' } : {}),
    // A name alone names no participant.
    ...(name === 'name' ? { relevant: `${at('phone')} != ''` } : {}),
  })
  const noted = { start: 'timestamp', end: 'timestamp', device: 'property' }
  const notices = noticeFields(content, at)
  return {
    texts: [
      [`/data/${group}:label`, inAllLanguages('files.collect.group')],
      ...notices.texts,
      ...asked.map((name): [string, Localized] => [`${at(name)}:label`, inAllLanguages(`files.collect.${name}`)]),
    ],
    primary: [
      element(
        group,
        {},
        Object.values(collectNames).map((name) => element(name)),
      ),
    ],
    binds: [
      ...notices.binds,
      ...asked.map((name) => element('bind', { nodeset: at(name), type: types[name], ...needed(name) })),
      ...(['start', 'end', 'device'] as const).map((name) =>
        element('bind', {
          nodeset: at(name),
          type: name === 'device' ? 'string' : 'dateTime',
          'jr:preload': noted[name],
          'jr:preloadParams': name === 'device' ? 'deviceid' : name,
        }),
      ),
    ],
    body: [
      element('group', { ref: `/data/${group}` }, [
        label(`/data/${group}`),
        ...notices.body,
        ...asked.map((name) => element('input', { ref: at(name) }, [label(at(name))])),
      ]),
    ],
  }
}

/** What the survey says before its questions, and asks people to agree to; a form cannot end without that. */
function noticeFields(
  { notices = {} }: SurveyContent,
  at: (name: keyof typeof collectNames) => string,
): Omit<FormExtras, 'primary'> {
  const { instructions, consent } = notices
  const none: Omit<FormExtras, 'primary'> = { texts: [], binds: [], body: [] }
  const told: typeof none = instructions
    ? {
        texts: [[`${at('instructions')}:label`, instructions.body]],
        binds: [element('bind', { nodeset: at('instructions'), type: 'string', readonly: 'true()' })],
        body: [element('input', { ref: at('instructions') }, [label(at('instructions'))])],
      }
    : none
  if (!consent) return told
  const ifAgreed = (value: string) => `if(${at('consent')} = '${agreed}', ${value}, '')`
  const languages = Object.keys(consent.body).map((language) => [language, language])
  const calculated = { consentAt: 'once(now())', consentLanguage: `jr:itext('${at('consentLanguage')}')` }
  return {
    texts: [
      ...told.texts,
      [`${at('consent')}:label`, consent.body],
      [at('consentLanguage'), Object.fromEntries(languages)],
    ],
    binds: [
      ...told.binds,
      element('bind', { nodeset: at('consent'), type: 'string', required: 'true()' }),
      ...(['consentAt', 'consentLanguage'] as const).map((name) =>
        element('bind', {
          nodeset: at(name),
          type: name === 'consentAt' ? 'dateTime' : 'string',
          calculate: ifAgreed(calculated[name]),
        }),
      ),
    ],
    body: [...told.body, element('trigger', { ref: at('consent') }, [label(at('consent'))])],
  }
}

function label(id: string): string {
  return element('label', { ref: `jr:itext('${id}:label')` })
}
