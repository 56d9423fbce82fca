// The ways that a hub can serve in, in the order of their cards.
export const ways = ['before', 'plain', 'pooled']
