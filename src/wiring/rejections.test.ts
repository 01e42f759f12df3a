import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** In a process of its own, because a promise that fails like this ends the test run. */
const run = (begin: string) => {
  const program = `
    import { surviveRejections } from ${JSON.stringify(new URL("rejections.ts", import.meta.url).href)};
    ${begin}
    Promise.reject(new Error("lost"));
    setImmediate(() => console.log("still here"));
  `;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
};

test("a failed promise that nothing awaits is logged and does not end the process", () => {
  const { status, stdout } = run("surviveRejections({ error: ({ err }, text) => console.log(text, err.message) });");
  expect(stdout).toBe("a promise failed that nothing awaits, which is a bug: please report it lost\nstill here\n");
  expect(status).toBe(0);
});

test("by default, Node ends the process", () => {
  const { status, stdout } = run("");
  expect(stdout).toBe("");
  expect(status).toBe(1);
});
