/** The build replaces this type with the codes of Kontor's table of failures. */
export type ErrorCode = string;
