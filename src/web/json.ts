/** The content type of nearly all responses. */
export const json = "application/json; charset=utf-8";
