/** What the people of the demo are owed beside interviews, and what for. */
export const manualPlans = [
  {
    phoneNumber: '+258845550121',
    amount: '1200.00',
    recipientName: 'Ivone Macuácua',
    reference: 'TRAIN-1',
    reasonText: 'Transport to the training of interviewers in Dondo',
  },
  {
    phoneNumber: '+258865550122',
    amount: '450.00',
    recipientName: 'Jaime Nhamuave',
    reference: 'AIR-7',
    reasonText: 'Airtime for the calls before the visits',
  },
  {
    phoneNumber: '+258825550123',
    amount: '900.00',
    recipientName: 'Latifa Omar',
    reference: 'GUIDE-2',
    reasonText: 'Three days as a guide in Savane',
  },
]
