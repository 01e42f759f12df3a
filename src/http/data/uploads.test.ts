import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { operations } from "../../contract/operations.ts";
import { openUploads } from "./uploads.ts";

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "kontor-uploads-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return join(made, "uploads");
}

const contentType = "multipart/form-data; boundary=b";
const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n--b--\r\n';

/** Byte by byte, so that every boundary is split across chunks. */
const sourceOf = (body: string) => Readable.from([...Buffer.from(body)].map((byte) => Buffer.from([byte])));

test("keeps a file readable, with private permissions, until the request ends", async () => {
  const path = await folder();
  const uploads = await openUploads(path);
  const operation = operations["files.create"];
  const seen = await uploads.during({ source: sourceOf(form), contentType, operation }, async ({ files: [file] }) => {
    const [name = ""] = await readdir(path);
    const modes = [path, join(path, name)].map(async (path) => (await stat(path)).mode & 0o777);
    return {
      facts: file && { ...file, open: undefined },
      texts: file && [await text(file.open()), await text(file.open())],
      modes: await Promise.all(modes),
    };
  });
  expect(seen).toEqual({
    facts: {
      fileName: "a.txt",
      contentType: "application/octet-stream",
      size: 3,
      digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    },
    texts: ["abc", "abc"],
    modes: [0o700, 0o700],
  });
  expect(await readdir(join(path, (await readdir(path))[0] ?? ""))).toEqual([]);
  await uploads.close();
  expect(await readdir(path)).toEqual([]);
});

test("removes the uploads of dead processes at start, not those in use", async () => {
  const path = await folder();
  const leave = async (name: string) => {
    await mkdir(join(path, name), { recursive: true });
    await writeFile(join(path, name, "0"), "left");
  };
  const dead = `${hostname()}-999999999-A`;
  const alive = `${hostname()}-${process.ppid}-B`;
  const elsewhere = "elsewhere-1-C";
  const longAgo = "elsewhere-1-D";
  for (const name of [dead, alive, elsewhere, longAgo]) await leave(name);
  await utimes(join(path, longAgo), 0, 0);
  await openUploads(path);
  expect((await readdir(path)).toSorted()).toEqual([alive, elsewhere].toSorted());
});
