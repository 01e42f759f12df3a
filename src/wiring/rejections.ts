/**
 * By default, Node ends the process when a promise fails that nothing awaits. That is always a bug of ours, but it belongs to
 * one request or one duty, and ending the process would end all others with it. So it is logged, and the process goes on.
 * Errors that are thrown outside of promises still end the process, because they may leave state behind that is wrong.
 */
interface Log {
  error(facts: { readonly err: unknown }, text: string): void;
}

export function surviveRejections(log: Log): void {
  process.on("unhandledRejection", (err) =>
    log.error({ err }, "a promise failed that nothing awaits, which is a bug: please report it"),
  );
}
