/** A moment as the API writes it: `YYYY-MM-DDTHH:MM:SSZ`. */
export const timestampOf = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`;
