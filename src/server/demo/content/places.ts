/** The places of the demo: towns, wells, markets, schools and clinics of Mozambique, about where they are. */

export const demoSiteCategories = [
  { title: 'Water point', description: 'Boreholes, wells and public taps.' },
  { title: 'Market', description: 'Where food is sold every week.' },
  { title: 'School', description: 'Primary schools with a kitchen.' },
  { title: 'Health centre', description: 'Clinics and rural hospitals.' },
] as const
type SiteCategory = (typeof demoSiteCategories)[number]['title']

export const demoIssueCategories = [
  { code: 'PUMP_BROKEN', title: 'Pump broken', appliesTo: 'SITE', description: 'No water until it is repaired.' },
  { code: 'ROAD_CLOSED', title: 'Road closed', appliesTo: 'SITE', description: 'Cannot be reached at the moment.' },
  { code: 'MISSING_ANSWERS', title: 'Answers missing', appliesTo: 'RESPONSE', description: null },
  { code: 'CONTRADICTION', title: 'Answers contradict each other', appliesTo: 'RESPONSE', description: null },
  { code: 'WRONG_PHONE', title: 'Wrong phone number', appliesTo: 'PAYMENT', description: null },
] as const
type IssueCode = (typeof demoIssueCategories)[number]['code']

/** Under the categories of `reference.ts`. */
export const demoSubcategories = [
  { title: 'Household water', category: 'Water and sanitation' },
  { title: 'Toilets and hygiene', category: 'Water and sanitation' },
  { title: 'Staple food prices', category: 'Markets and prices' },
  { title: 'Traders', category: 'Markets and prices' },
  { title: 'School meals', category: 'Education and nutrition' },
  { title: 'Growth of children', category: 'Education and nutrition' },
  { title: 'Irrigation', category: 'Agriculture' },
  { title: 'Medicine in stock', category: 'Health services' },
] as const

export interface DemoSite {
  code: string
  title: string
  category: SiteCategory
  /** Of the companies of `reference.ts`, by its place there. */
  company?: 0 | 1 | 2
  latitude: number
  longitude: number
  radiusMeters?: number
  address?: string
  issue?: IssueCode
  inactive?: true
  contactName?: string
  contactPhone?: string
}

/** By the town in the code of a site. */
const districts: Record<string, string> = {
  BEI: 'Cidade da Beira',
  BUZ: 'Búzi',
  CAI: 'Caia',
  CAT: 'Báruè',
  CHB: 'Chibabava',
  CHI: 'Cidade de Chimoio',
  CUA: 'Cuamba',
  DON: 'Dondo',
  GON: 'Gondola',
  GOR: 'Gorongosa',
  INC: 'Gondola',
  INH: 'Cidade de Inhambane',
  LIC: 'Cidade de Lichinga',
  MAF: 'Dondo',
  MAN: 'Manica',
  MAP: 'Cidade de Maputo',
  MAR: 'Marromeu',
  MIL: 'Milange',
  NAM: 'Cidade de Nampula',
  NHA: 'Nhamatanda',
  PEM: 'Cidade de Pemba',
  QUE: 'Cidade de Quelimane',
  SUS: 'Sussundenga',
  TET: 'Cidade de Tete',
  VIL: 'Vilankulo',
  XAI: 'Cidade de Xai-Xai',
}

/** The name of the district that a site is in. */
export function districtOf({ code }: Pick<DemoSite, 'code'>): string {
  const [, town = ''] = code.split('-')
  const { [town]: district } = districts
  if (district === undefined) throw new Error(`Nobody knows where ${code} lies`)
  return district
}

const water = { category: 'Water point', company: 0, radiusMeters: 150 } as const
const market = { category: 'Market', company: 2, radiusMeters: 300 } as const
const school = { category: 'School', company: 1, radiusMeters: 200 } as const
const clinic = { category: 'Health centre', radiusMeters: 250 } as const

export const demoSites: readonly DemoSite[] = [
  { ...water, code: 'W-DON-01', title: 'Dondo, borehole by the station', latitude: -19.6097, longitude: 34.7433 },
  { ...water, code: 'W-DON-02', title: 'Dondo, Mafarinha tap', latitude: -19.6202, longitude: 34.7311 },
  {
    ...water,
    code: 'W-DON-03',
    title: 'Savane, village well',
    latitude: -19.6731,
    longitude: 35.1452,
    issue: 'ROAD_CLOSED',
  },
  { ...water, code: 'W-NHA-01', title: 'Nhamatanda, borehole at the crossing', latitude: -19.2711, longitude: 34.2136 },
  { ...water, code: 'W-NHA-02', title: 'Tica, public tap', latitude: -19.4169, longitude: 34.4486 },
  {
    ...water,
    code: 'W-NHA-03',
    title: 'Lamego, village pump',
    latitude: -19.3344,
    longitude: 34.3397,
    issue: 'PUMP_BROKEN',
  },
  { ...water, code: 'W-BUZ-01', title: 'Búzi, tap by the river', latitude: -19.8839, longitude: 34.6006 },
  { ...water, code: 'W-BUZ-02', title: 'Guara-Guara, resettlement borehole', latitude: -19.8542, longitude: 34.4711 },
  { ...water, code: 'W-GOR-01', title: 'Gorongosa, town borehole', latitude: -18.6864, longitude: 34.0733 },
  { ...water, code: 'W-CAI-01', title: 'Caia, tap at the bridge', latitude: -17.8269, longitude: 35.3406 },
  {
    ...water,
    code: 'W-MAR-01',
    title: 'Marromeu, mill borehole',
    latitude: -18.2906,
    longitude: 35.9547,
    inactive: true,
  },
  { ...water, code: 'W-CHB-01', title: 'Chibabava, village well', latitude: -20.2889, longitude: 33.6483 },
  {
    ...market,
    code: 'M-BEI-01',
    title: 'Mercado do Maquinino',
    latitude: -19.8342,
    longitude: 34.8447,
    address: 'Rua General Machado, Beira',
    contactName: 'Celeste Muianga',
    contactPhone: '+258841110001',
  },
  {
    ...market,
    code: 'M-BEI-02',
    title: 'Mercado da Munhava',
    latitude: -19.7997,
    longitude: 34.8606,
    address: 'Estrada Nacional 6, Beira',
    contactName: 'Tomás Chiúre',
    contactPhone: '+258841110002',
  },
  {
    ...market,
    code: 'M-BEI-03',
    title: 'Mercado do Goto',
    latitude: -19.8236,
    longitude: 34.8464,
    address: 'Goto, Beira',
  },
  { ...market, code: 'M-CHI-01', title: 'Mercado 38 Milímetros, Chimoio', latitude: -19.1053, longitude: 33.4722 },
  { ...market, code: 'M-INC-01', title: 'Mercado de Inchope', latitude: -19.2044, longitude: 33.9319 },
  { ...market, code: 'M-TET-01', title: 'Mercado Kwachena, Tete', latitude: -16.1564, longitude: 33.5867 },
  { ...market, code: 'M-QUE-01', title: 'Mercado do Brandão, Quelimane', latitude: -17.8653, longitude: 36.8914 },
  { ...market, code: 'M-NAM-01', title: 'Mercado do Waresta, Nampula', latitude: -15.1131, longitude: 39.2297 },
  { ...market, code: 'M-MAP-01', title: 'Mercado do Zimpeto, Maputo', latitude: -25.8206, longitude: 32.5706 },
  { ...market, code: 'M-XAI-01', title: 'Mercado de Xai-Xai', latitude: -25.0519, longitude: 33.6442 },
  { ...market, code: 'M-INH-01', title: 'Mercado central de Inhambane', latitude: -23.865, longitude: 35.3833 },
  { ...school, code: 'E-DON-01', title: 'Escola Primária de Dondo Sede', latitude: -19.6144, longitude: 34.7472 },
  { ...school, code: 'E-MAF-01', title: 'Escola Primária de Mafambisse', latitude: -19.5456, longitude: 34.6289 },
  { ...school, code: 'E-NHA-01', title: 'Escola Primária de Nhamatanda', latitude: -19.2753, longitude: 34.2194 },
  {
    ...school,
    code: 'E-GOR-01',
    title: 'Escola Primária de Vunduzi',
    latitude: -18.4889,
    longitude: 34.2347,
    issue: 'ROAD_CLOSED',
  },
  { ...school, code: 'E-GON-01', title: 'Escola Primária de Gondola', latitude: -19.0886, longitude: 33.6519 },
  { ...school, code: 'E-MAN-01', title: 'Escola Primária de Manica', latitude: -18.9364, longitude: 32.8758 },
  { ...school, code: 'E-SUS-01', title: 'Escola Primária de Sussundenga', latitude: -19.4128, longitude: 33.2917 },
  { ...school, code: 'E-CAT-01', title: 'Escola Primária de Catandica', latitude: -18.0594, longitude: 33.1714 },
  { ...school, code: 'E-VIL-01', title: 'Escola Primária de Vilankulo', latitude: -21.9975, longitude: 35.3133 },
  { ...clinic, code: 'H-BEI-01', title: 'Centro de Saúde da Ponta Gêa', latitude: -19.8456, longitude: 34.8417 },
  { ...clinic, code: 'H-DON-01', title: 'Centro de Saúde de Dondo', latitude: -19.6067, longitude: 34.7517 },
  { ...clinic, code: 'H-BUZ-01', title: 'Hospital Rural de Búzi', latitude: -19.8783, longitude: 34.6083 },
  { ...clinic, code: 'H-MAR-01', title: 'Hospital Rural de Marromeu', latitude: -18.2872, longitude: 35.9514 },
  { ...clinic, code: 'H-CUA-01', title: 'Centro de Saúde de Cuamba', latitude: -14.8031, longitude: 36.5372 },
  { ...clinic, code: 'H-PEM-01', title: 'Centro de Saúde de Natite, Pemba', latitude: -12.9739, longitude: 40.5178 },
  { ...clinic, code: 'H-LIC-01', title: 'Centro de Saúde de Lichinga', latitude: -13.3128, longitude: 35.2406 },
  {
    ...clinic,
    code: 'H-MIL-01',
    title: 'Centro de Saúde de Milange',
    latitude: -16.0958,
    longitude: 35.7722,
    inactive: true,
  },
]
