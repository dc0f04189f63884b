/** The documents of the OpenRosa protocol: the list of forms, a manifest and the answer to a submission. */
import type { SurveyFile } from '#domain/surveys/survey-files.ts'
import { element, xmlText } from '../xlsform/xml.ts'

const head = '<?xml version="1.0" encoding="utf-8"?>\n'

export interface ListedForm {
  id: string
  name: string
  version: number
  /** MD5 of its XML. */
  hash: string
  downloadUrl: string
  manifestUrl: string
}

const field = (name: string, text: string) => element(name, {}, [xmlText(text)])

/** `isVerbose`: with a description of each form, which is its name. */
export function formList(forms: readonly ListedForm[], { isVerbose }: { isVerbose: boolean }): string {
  const listed = forms.map(({ id, name, version, hash, downloadUrl, manifestUrl }) =>
    element('xform', {}, [
      field('formID', id),
      field('name', name),
      field('version', String(version)),
      field('hash', `md5:${hash}`),
      ...(isVerbose ? [field('descriptionText', name)] : []),
      field('downloadUrl', downloadUrl),
      field('manifestUrl', manifestUrl),
    ]),
  )
  return head + element('xforms', { xmlns: 'http://openrosa.org/xforms/xformsList' }, listed)
}

/** What the form names beside itself. `url`: the address of a file by its id. */
export function manifest(files: readonly SurveyFile[], url: (id: number) => string): string {
  const listed = files.map(({ id, name, md5, source }) =>
    element('mediaFile', source?.startsWith('ENTITIES') ? { type: 'entityList' } : {}, [
      field('filename', name),
      field('hash', `md5:${md5}`),
      field('downloadUrl', url(id)),
    ]),
  )
  return head + element('manifest', { xmlns: 'http://openrosa.org/xforms/xformsManifest' }, listed)
}

export function said(message: string, nature: 'submit_success' | 'error'): string {
  return (
    head +
    element('OpenRosaResponse', { xmlns: 'http://openrosa.org/http/response' }, [
      element('message', { nature }, [xmlText(message)]),
    ])
  )
}
