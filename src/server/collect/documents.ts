/** The documents of the OpenRosa protocol: the list of forms, a manifest and the answer to a submission. */
import { createHash } from 'node:crypto'
import { element, xmlText } from '../xlsform/xml.ts'

const head = '<?xml version="1.0" encoding="utf-8"?>\n'

export interface ListedForm {
  id: string
  name: string
  version: number
  xml: string
  downloadUrl: string
  manifestUrl: string
}

const field = (name: string, text: string) => element(name, {}, [xmlText(text)])

export function formList(forms: readonly ListedForm[]): string {
  const listed = forms.map(({ id, name, version, xml, downloadUrl, manifestUrl }) =>
    element('xform', {}, [
      field('formID', id),
      field('name', name),
      field('version', String(version)),
      // The protocol names MD5: it tells a form from another, nothing more.
      field('hash', `md5:${createHash('md5').update(xml).digest('hex')}`),
      field('downloadUrl', downloadUrl),
      field('manifestUrl', manifestUrl),
    ]),
  )
  return head + element('xforms', { xmlns: 'http://openrosa.org/xforms/xformsList' }, listed)
}

/** Forms carry all that they need. */
export function manifest(): string {
  return head + element('manifest', { xmlns: 'http://openrosa.org/xforms/xformsManifest' })
}

export function said(message: string, nature: 'submit_success' | 'error'): string {
  return (
    head +
    element('OpenRosaResponse', { xmlns: 'http://openrosa.org/http/response' }, [
      element('message', { nature }, [xmlText(message)]),
    ])
  )
}
