import { Failure } from "../src/contract/failure.ts";
import { type Session } from "../src/contract/session.ts";

/** A vendor in a few lines, for tests of single handlers: whatever is not given is not expected to be used. */

const unexpected = (): Promise<never> => Promise.reject(new Error("The vendor was not expected to be asked this way."));

export const sessionWith = (parts: Partial<Session>): Session => ({
  ...{
    read: unexpected,
    readWithHeaders: unexpected,
    readByPost: unexpected,
    download: unexpected,
    send: unexpected,
    memory: new Map(),
  },
  ...parts,
});

/** A vendor that has what is given, by its path, and nothing else. */
export const sessionWithReplies = (replies: Readonly<Record<string, unknown>>): Session => {
  const read = (path: string): Promise<unknown> =>
    path in replies ? Promise.resolve(replies[path]) : Promise.reject(new Failure("not_found", "record not found"));
  return sessionWith({ read, readWithHeaders: async (path) => ({ body: await read(path), headers: {} }) });
};
