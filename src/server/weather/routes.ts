import { weather } from '#contract/weather.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import type { Settings } from '../settings.ts'
import { WeatherStation } from './station.ts'

const stations = new WeakMap<Settings, WeatherStation>()

const now = on(weather.now, async ({ services: { settings } }) => {
  if (!settings.weather) return { configured: false, results: [] }
  const station = stations.get(settings) ?? new WeatherStation(settings.weather)
  stations.set(settings, station)
  const results = await station.now()
  if (!results) throw new AppError('UNAVAILABLE')
  return { configured: true, results }
})

export const weatherRoutes = [now]
