/** The type of nearly everything that leaves. */
export const json = "application/json; charset=utf-8";
