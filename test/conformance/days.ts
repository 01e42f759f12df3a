/** Days counted from today, because periods close and documents fall due as time passes. */
export const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

export const midnight = (ahead: number): string => `${day(ahead)}T00:00:00Z`;

/** The first of January, so many years ago. */
export const newYear = (ago: number): string => `${new Date().getUTCFullYear() - ago}-01-01`;
