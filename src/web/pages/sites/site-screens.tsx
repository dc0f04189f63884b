/** What the list of sites and the screen of one share. */
import { companies } from '#contract/companies.ts'
import { issueCategories } from '#contract/issue-categories.ts'
import { siteCategories } from '#contract/site-categories.ts'
import { type Site, sites } from '#contract/sites.ts'
import { phoneProblem } from '#domain/people/phone.ts'
import { siteProblems, siteStatuses } from '#domain/people/site.ts'
import { phoneCountry } from '../../api/page-settings.ts'
import { column, dateTime, link, number, optional, text, title } from '../../list/columns.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import type { RecordScreens } from '../../record/RecordView.tsx'
import { resourceForm } from '../../form/resource-form.tsx'
import type { ClipboardEvent } from 'react'
import { useForm } from '../../form/form-context.ts'
import { pastedPoint, pointOf } from './point.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { PlaceMap } from '../../map/PlaceMap.tsx'
import { useSiteSpots } from './use-site-spots.ts'

const Form = resourceForm<typeof sites>({
  ...sites,
  rule: (site) => siteProblems(site, (phone) => phoneProblem(phone, phoneCountry)),
})

function PointNumbers() {
  const onPaste = usePastedPoint()
  return (
    <>
      <Form.Number name="latitude" onPaste={onPaste} />
      <Form.Number name="longitude" onPaste={onPaste} />
    </>
  )
}

export const siteScreens: RecordScreens<Site> = {
  resource: sites,
  subject: 'site',
  path: '/site',
  title: 'sites.title',
  columns: [
    title('title'),
    text('code'),
    link('siteCategoryTitle', 'siteCategoryId', '/siteCategory'),
    text('administrativeUnitName'),
    link('companyTitle', 'companyId', '/companies'),
    column('status', ({ status }: Site) => <RecordStatus of="sites" status={status} />),
    optional(text('address')),
    optional(number('radiusMeters')),
    optional(link('issueCategoryTitle', 'issueCategoryId', '/issueCategory')),
    optional(text('contactName')),
    optional(text('contactPhone')),
    optional(dateTime('createdAt')),
    optional(dateTime('updatedAt')),
  ],
  form: (form) => (
    <Form.Modal {...form} defaults={{ status: 'ACTIVE' }}>
      <Form.Text name="title" />
      <div className="form-pair">
        <Form.Text name="code" help="sites.codeHelp" />
        <Form.Choice name="status" values={siteStatuses} words="sites.status" />
        <Form.Lookup name="siteCategoryId" list={siteCategories.list} get={siteCategories.get} addAt="/siteCategory" />
        <Form.Lookup name="companyId" list={companies.list} get={companies.get} addAt="/companies" />
      </div>
      <Form.Unit name="administrativeUnitId" />
      <Form.Text name="address" multiline />
      <PointField />
      <div className="form-pair">
        <PointNumbers />
        <Form.Number name="radiusMeters" />
        <Form.Lookup
          name="issueCategoryId"
          list={issueCategories.list}
          get={issueCategories.get}
          query={{ appliesTo: 'SITE' }}
        />
        <Form.Text name="contactName" />
        <Form.Text name="contactPhone" help="sites.phoneHelp" />
      </div>
    </Form.Modal>
  ),
}

/** For the two numbers of a point: a whole one that is pasted into either, as maps write it, goes into both. */
function usePastedPoint(): (event: ClipboardEvent) => void {
  const { set, readOnly } = useForm()
  return (event) => {
    const point = pastedPoint(event.clipboardData.getData('text'))
    if (!point || readOnly) return
    event.preventDefault()
    set('latitude', point.latitude)
    set('longitude', point.longitude)
  }
}

/** The place of the site on the map. The numbers beside it say the same and can be typed, or pasted both at once. */
function PointField() {
  const t = useText()
  const { values, set, readOnly } = useForm()
  const point = pointOf(values)
  const { bounds, spots, onWindow } = useSiteSpots()

  function pick({ latitude, longitude }: { latitude?: number; longitude?: number }) {
    set('latitude', latitude)
    set('longitude', longitude)
  }

  return (
    <PlaceMap
      label={t('sites.pointLabel')}
      point={point}
      bounds={bounds ?? undefined}
      onWindow={onWindow}
      {...(spots ? { spots } : {})}
      {...(readOnly ? {} : { onPick: pick })}
    >
      {(map) =>
        !readOnly && (
          <>
            <p className="field-notes">{t('sites.pointHelp')}</p>
            <div className="map-tools">
              <Button onClick={() => pick(map.middle())}>{t('sites.pointHere')}</Button>
              {point && <Button onClick={() => pick({})}>{t('sites.pointClear')}</Button>}
            </div>
          </>
        )
      }
    </PlaceMap>
  )
}
