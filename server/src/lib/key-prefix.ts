/** How every API key starts, so that it can be told from other tokens. */
export const keyPrefix = 'atl_'
