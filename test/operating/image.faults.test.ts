/** The Docker image: whether it has all the files that the service needs, its guides included. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { guideFiles } from "../../src/reference/site/guides.ts";
import { buildImageFolder, contextFiles } from "../support/imageFolder.ts";
import { type Kontor, kontorIn } from "../support/process.ts";

// The first start creates a database.

let folder = "";
let service: Kontor;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-image-"));
  await buildImageFolder(join(folder, "app"));
  const settings = { DATA_DIR: join(folder, "data"), PORT: "0", SANDBOX_ENTRIES: "1000", NODE_ENV: "production" };
  service = kontorIn(join(folder, "app"), ["start"], settings);
});
afterAll(async () => {
  if (service.process.exitCode === null) service.process.kill("SIGTERM");
  await service.ended;
  await rm(folder, { recursive: true, force: true });
});

test("the builder gets no tests, recordings or tools", () => {
  const files = contextFiles();
  expect(files).toContain("src/cli.ts");
  expect(
    files.filter((file) => /\.test\.ts$|\/evidence\/|^(?:test|bench|simulators|node_modules)\//.test(file)),
  ).toEqual([]);
});

test("the service starts from the image's folder and serves reference, changelog and every guide", async () => {
  const [url = ""] = await service.until(/http:\/\/127\.0\.0\.1:\d+/);
  await service.until(/is running\./);
  const pages = (await guideFiles()).map(
    ({ file }) => `/docs/guides/${file.replace(/^.*\//, "").replace(/\.md$/, "")}`,
  );
  for (const path of [
    "/docs",
    "/docs/invoices.create",
    "/docs/errors",
    "/docs/guides",
    "/openapi.json",
    "/changelog",
    ...pages,
  ]) {
    const answer = await fetch(url + path);
    expect([path, answer.status]).toEqual([path, 200]);
  }
  const guides = await (await fetch(`${url}/docs/guides`)).text();
  expect(pages.filter((path) => !guides.includes(path.slice("/docs/".length)))).toEqual([]);
});
