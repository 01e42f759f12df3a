/**
 * Whether this process may generate code from text. It is the one switch for everything in this folder that compiles:
 * `node --disallow-code-generation-from-strings` turns it off, and the plain code takes over with the same results.
 */
export const mayGenerateCode: boolean = (() => {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the text is a constant
    return new Function("return true")() === true;
  } catch {
    return false;
  }
})();
