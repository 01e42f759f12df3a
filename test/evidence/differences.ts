/** Compares what came out with what an evidence file says has to come out. */

/** The differences, each with its path. Expected null means that the field must be absent. */
export function differences(expected: unknown, actual: unknown, isComplete: boolean, path = ""): readonly string[] {
  if (expected === null) return actual === undefined ? [] : [`${path} should be absent, but is ${show(actual)}`];
  if (typeof expected !== "object")
    return Object.is(expected, actual) ? [] : [`${path} should be ${show(expected)}, but is ${show(actual)}`];
  if (typeof actual !== "object" || actual === null)
    return [`${path} should be ${show(expected)}, but is ${show(actual)}`];
  if (Array.isArray(expected)) return differencesOfLists(expected, actual, isComplete, path);
  const fields = Object.entries(expected);
  const others = isComplete ? Object.keys(actual).filter((name) => !Object.hasOwn(expected, name)) : [];
  return [
    ...fields.flatMap(([name, value]) =>
      differences(value, (actual as Record<string, unknown>)[name], isComplete, join(path, name)),
    ),
    ...others.flatMap((name) => {
      const value = (actual as Record<string, unknown>)[name];
      return value === undefined ? [] : [`${join(path, name)} is ${show(value)}, which the file does not list`];
    }),
  ];
}

function differencesOfLists(expected: readonly unknown[], actual: object, isComplete: boolean, path: string): string[] {
  if (!Array.isArray(actual)) return [`${path} should be a list, but is ${show(actual)}`];
  if (actual.length !== expected.length)
    return [`${path} should have ${expected.length} entries, but has ${actual.length}: ${show(actual)}`];
  return expected.flatMap((value, index) => differences(value, actual[index], isComplete, join(path, String(index))));
}

const join = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "absent";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};
