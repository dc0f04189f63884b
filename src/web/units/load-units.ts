/** What picks units brings its texts along. */
import { loadArea } from '../i18n/messages.ts'

export async function loadUnitControl() {
  const [module] = await Promise.all([import('./UnitControl.tsx'), loadArea('administrative-units')])
  return module.UnitControl
}

export async function loadUnitPicker() {
  const texts = [loadArea('administrative-units'), loadArea('listTools')]
  const [module] = await Promise.all([import('./UnitPicker.tsx'), ...texts])
  return module.UnitPicker
}
