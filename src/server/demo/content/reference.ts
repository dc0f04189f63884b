/** Companies with their logos, and categories. */

export const demoCompanies = [
  {
    logo: 'nascente.svg',
    fields: {
      title: 'Cooperativa Nascente',
      category: 'Water supply',
      address: 'Rua do Aeroporto 48, Dondo, Sofala',
      description: 'Keeps boreholes and public taps running in the districts of Dondo and Nhamatanda.',
    },
  },
  {
    logo: 'pungue.svg',
    fields: {
      title: 'Casa de Dados do Púnguè',
      category: 'Research',
      address: 'Avenida das FPLM 210, Beira, Sofala',
      description: 'Field research and training of interviewers in the provinces of Sofala and Manica.',
    },
  },
  {
    logo: 'mercados.svg',
    fields: {
      title: 'Observatório de Mercados do Centro',
      category: 'Food prices',
      address: 'Mercado do Maquinino, Beira, Sofala',
      description: 'Follows the prices of staple foods and publishes them each Friday.',
    },
  },
] as const

export const demoCategories = [
  { title: 'Water and sanitation', description: 'Sources, treatment, toilets and hygiene.' },
  { title: 'Markets and prices', description: 'Prices, supply and the people who trade.' },
  { title: 'Education and nutrition', description: 'Schools, meals and growth of children.' },
  { title: 'Agriculture', description: 'Crops, irrigation, livestock and harvests.' },
  { title: 'Health services', description: 'Clinics, medicine and the way to reach them.' },
]
