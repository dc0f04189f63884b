/**
 * Reference data, by hand: path, and the area of its permissions. The tables of this folder hold the facts common to
 * all of it: who may make its calls and which role holds which right. None of its rows is of a survey.
 */
export const referenceByHand: Readonly<Record<string, string>> = {
  companies: 'companies',
  categories: 'categories',
  subcategories: 'subcategories',
  siteCategories: 'siteCategories',
  issueCategories: 'issueCategories',
  sites: 'sites',
  texts: 'texts',
  'administrative-units': 'units',
}
