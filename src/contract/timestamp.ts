/** A point in time in the format of the API: `YYYY-MM-DDTHH:MM:SSZ`. */
export const timestampOf = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`;
