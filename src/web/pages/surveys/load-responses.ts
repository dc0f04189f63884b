/** The tab of responses. What draws its charts comes at the same time: they ask again for what did not come. */
export function loadResponses() {
  for (const part of [import('./InsightPanel.tsx'), import('../../charts/EChart.tsx')]) part.catch(() => {})
  return import('./ResponsesTab.tsx')
}
