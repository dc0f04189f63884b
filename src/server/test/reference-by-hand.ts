/**
 * Reference data, by hand: path, and the area of its permissions. What holds of all of it is written out in the tables of
 * this folder: who may make its calls, which role holds which of its rights, and that none of its rows is of a survey.
 */
export const referenceByHand: Readonly<Record<string, string>> = {
  companies: 'companies',
  categories: 'categories',
  subcategories: 'subcategories',
  siteCategories: 'siteCategories',
  issueCategories: 'issueCategories',
  sites: 'sites',
  'administrative-units': 'units',
}
