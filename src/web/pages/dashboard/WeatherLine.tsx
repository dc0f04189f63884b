/** The weather where the house is; nothing without a provider, or while it does not answer. */
import { weather } from '#contract/weather.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'

export function WeatherLine() {
  const t = useText()
  const { data } = useCall(weather.now, {})
  const [result] = data?.results ?? []
  if (!result) return null
  const { location, now } = result
  return <p>{t('dashboard.weather', { place: location.name, text: now.text, temperature: now.temperature })}</p>
}
