import { type Session } from "../../contract/session.ts";

/** Opens a new session for every call, for work that may take longer than a token lasts. */
export const reopeningSession = (open: () => Promise<Session>, company?: string): Session => ({
  company,
  memory: new Map(),
  read: async (...args) => (await open()).read(...args),
  readWithHeaders: async (...args) => (await open()).readWithHeaders(...args),
  readByPost: async (...args) => (await open()).readByPost(...args),
  readByPostWithHeaders: async (...args) => (await open()).readByPostWithHeaders(...args),
  readLines: async (...args) => (await open()).readLines(...args),
  download: async (...args) => (await open()).download(...args),
  send: async (...args) => (await open()).send(...args),
});
