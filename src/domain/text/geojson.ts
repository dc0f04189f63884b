/** The features of a GeoJSON file (RFC 7946), whatever each of them is; undefined of another file. */
export function featuresOf(text: string): unknown[] | undefined {
  try {
    const file = JSON.parse(text) as { type?: unknown; features?: unknown } | null
    return file?.type === 'FeatureCollection' && Array.isArray(file.features) ? file.features : undefined
  } catch {
    return undefined
  }
}
