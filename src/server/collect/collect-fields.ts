/**
 * What a collecting app asks or notes beside the questions: who answers, where, on which device, from when to when. In the
 * form they are a group of their own, under a name that no question has.
 */
import type { fenceModes } from '#domain/geofence.ts'
import type { Localized, SurveyContent } from '#domain/survey.ts'
import { formNames } from '../xlsform/form-names.ts'
import type { FormExtras } from '../xlsform/xform.ts'
import { element } from '../xlsform/xml.ts'
import texts from './collect-texts.json' with { type: 'json' }

export interface CollectFields {
  content: SurveyContent
  /** Whether each response names its participant. */
  participantRequired: boolean
  fence: (typeof fenceModes)[number]
}

/** By what they are, in the order in which they are asked. */
export const collectNames = {
  phone: 'phone',
  name: 'name',
  place: 'place',
  start: 'start',
  end: 'end',
  device: 'device',
} as const

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
  const needed = (name: (typeof asked)[number]) => (required[name] ? { required: 'true()' } : {})
  const noted = { start: 'timestamp', end: 'timestamp', device: 'property' }
  return {
    texts: [
      [`/data/${group}:label`, texts.group],
      ...asked.map((name): [string, Localized] => [`${at(name)}:label`, texts[name]]),
    ],
    primary: [
      element(
        group,
        {},
        Object.values(collectNames).map((name) => element(name)),
      ),
    ],
    binds: [
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
        ...asked.map((name) => element('input', { ref: at(name) }, [label(at(name))])),
      ]),
    ],
  }
}

function label(id: string): string {
  return element('label', { ref: `jr:itext('${id}:label')` })
}
