import { type Session } from "../../contract/session.ts";

/** Opens anew for every call, for work that may outlast any token. */
export const reopeningSession = (open: () => Promise<Session>, company?: string): Session => ({
  company,
  memory: new Map(),
  read: async (...asked) => (await open()).read(...asked),
  readWithHeaders: async (...asked) => (await open()).readWithHeaders(...asked),
  readByPost: async (...asked) => (await open()).readByPost(...asked),
  readLines: async (...asked) => (await open()).readLines(...asked),
  download: async (...asked) => (await open()).download(...asked),
  send: async (...asked) => (await open()).send(...asked),
});
