import { expect, test } from "vitest";
import { sessionWith } from "../../test/support/vendorSession.ts";
import type { WriteCall } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";
import { encoder, fieldAs, sentSeparately } from "./encode.ts";
import { mapping } from "./mapping.ts";
import { asArray, remove, write } from "./writing.ts";

interface Input {
  readonly name?: string;
  readonly status?: string;
}
interface Native {
  readonly id: string;
  readonly title?: string;
  readonly version?: number;
}
interface Record {
  readonly id: string;
  readonly name?: string;
}

const map = mapping<Record, Native>({ id: ({ id }) => id, name: ({ title }) => title });
const fields = encoder<Input>({ name: fieldAs("title"), status: sentSeparately });
const callOf = (body: Input): WriteCall<Input> => ({ ids: { noteId: "7" }, filters: {}, body, files: [], marker: "m" });
/** The vendor wraps a record in a list. */
const wrapped = {
  record: (reply: { Notes: readonly Native[] }) => reply.Notes[0],
  within: (body: object) => ({ Notes: [body] }),
};
const about = { method: "POST", path: "/notes", encoder: fields, map } as const;

test("builds the body from the prepared value and the call", () => {
  const handler = write<Input, Record, Native>({
    ...about,
    path: (_call, { id }: Native) => `/notes/${id}`,
    headers: (_call, { version }: Native) => ({ "if-match": String(version) }),
    body: (encoded, { version }: Native, { body: { status } }) => ({ ...encoded, version, draft: status !== "OPEN" }),
    within: "note",
  });
  expect(handler.request(callOf({ name: "a", status: "OPEN" }), { id: "7", version: 3 })).toEqual({
    method: "POST",
    path: "/notes/7",
    headers: { "if-match": "3" },
    body: { note: { title: "a", version: 3, draft: false } },
  });
  expect(handler.writableFields).toEqual({ name: true, status: true });
});

test("wraps the body in a function that adds properties", () => {
  const within = (body: object, { marker }: WriteCall<Input>) => ({ note: body, key: marker });
  const handler = write<Input, Record, Native>({ ...about, within });
  expect(handler.request(callOf({ name: "a" })).body).toEqual({ note: { title: "a" }, key: "m" });
});

test("wraps the record in a list and unwraps the reply", () => {
  const handler = write<Input, Record, Native>({ ...about, ...wrapped });
  expect(handler.request(callOf({ name: "a" })).body).toEqual({ Notes: [{ title: "a" }] });
  expect(handler.answer({ Notes: [{ id: "1", title: "a" }] }, callOf({})).record).toEqual({ id: "1", name: "a" });
  expect(() => handler.answer({ Notes: [] }, callOf({}))).toThrow(/does not contain the record that it stored/);
});

test("reads the record back if the reply is only an id, and falls back to the id", async () => {
  const session = sessionWith({ read: async (path: string) => ({ id: path, title: "as it is now" }) });
  const handler = write<Input, Record, Native>({
    ...about,
    readBack: async ({ id }: Native, _call, { read }) => (await read(`/notes/${id}`)) as Native,
    stub: ({ id }: Native) => ({ id }),
  });
  const reply = { id: "1" };
  const completed = await handler.complete?.(reply, callOf({}), session);
  expect(handler.answer(completed, callOf({}))).toEqual({
    record: { id: "/notes/1", name: "as it is now" },
    raw: { id: "/notes/1", title: "as it is now" },
  });
  expect(handler.incomplete?.(reply, callOf({}))).toEqual({ record: { id: "1" }, raw: { id: "1" } });
});

test("runs the later steps on the unwrapped record before reading back", async () => {
  const steps: string[] = [];
  const handler = write<Input, Record, Native>({
    ...about,
    ...wrapped,
    afterwards: async ({ id }) => void steps.push(`post ${id}`),
    readBack: async (_reply: unknown) => {
      steps.push("read");
      return { id: "1", title: "posted" };
    },
  });
  const completed = await handler.complete?.({ Notes: [{ id: "1" }] }, callOf({}), sessionWith({}));
  expect(steps).toEqual(["post 1", "read"]);
  expect(handler.answer(completed, callOf({})).record).toEqual({ id: "1", name: "posted" });
});

test("if reading back fails, the answer has what the later steps returned", async () => {
  const unread = new Failure("target_unavailable", "down");
  const handler = write<Input, Record, Native>({
    ...about,
    ...wrapped,
    afterwards: async () => ({ id: "7", title: "posted" }),
    readBack: () => Promise.reject(unread),
    stub: (_reply, _call, known) => (known === undefined ? {} : { id: known.id }),
  });
  const reply = { Notes: [{ id: "1" }] };
  const failure = await handler.complete?.(reply, callOf({}), sessionWith({})).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "target_unavailable" });
  const { known } = (failure as Failure).details;
  expect(handler.incomplete?.(known, callOf({})).record).toEqual({ id: "7" });
  expect(handler.incomplete?.(reply, callOf({})).record).toEqual({});
});

test("keeps the reply's record if the later steps return none", async () => {
  const handler = write<Input, Record, Native>({ ...about, afterwards: async () => undefined });
  const completed = await handler.complete?.({ id: "1", title: "a" }, callOf({}), sessionWith({}));
  expect(handler.answer(completed, callOf({})).record).toEqual({ id: "1", name: "a" });
});

test("shows the record that `find` returned, and not the stub for a reply that is only an id", async () => {
  const handler = write<Input, Record, Native>({
    ...about,
    bareReply: true,
    readBack: async () => ({ id: "1", title: "read" }),
    stub: () => ({}),
    find: async () => ({ id: "1", title: "earlier" }),
  });
  const found = await handler.find?.(callOf({}), sessionWith({}));
  expect(handler.incomplete?.(found, callOf({})).record).toEqual({ id: "1", name: "earlier" });
  expect(handler.incomplete?.(17, callOf({})).record).toEqual({});
});

test("finds the record of an accepted write only if reading it back writes nothing", async () => {
  const readBack = async (id: unknown) => ({ id: String(id), title: "read" });
  const reading = write<Input, Record, Native>({ ...about, readBack, readBackOnlyReads: true, stub: () => ({}) });
  const found = await reading.findAccepted?.(17, callOf({}), sessionWith({}));
  expect(reading.incomplete?.(found, callOf({})).record).toEqual({ id: "17", name: "read" });
  expect(write<Input, Record, Native>({ ...about, readBack }).findAccepted).toBeUndefined();
});

test("does not unwrap a record that `find` returned", async () => {
  const find = async () => ({ id: "1", title: "earlier" });
  const handler = write<Input, Record, Native>({ ...about, ...wrapped, find });
  const reply = await handler.find?.(callOf({}), sessionWith({}));
  expect(handler.answer(reply, callOf({})).record).toEqual({ id: "1", name: "earlier" });
});

test("picks the call's record if the reply has several", () => {
  const record = (reply: { lines: Native[] }, { ids }: WriteCall<Input>) =>
    reply.lines.find(({ id }) => id === ids["noteId"]);
  const handler = asArray(write<Input, Record, Native>({ ...about, record, raw: ({ title }) => title }));
  const reply = { lines: [{ id: "6" }, { id: "7", title: "b" }] };
  expect(handler.answer(reply, callOf({}))).toEqual({ record: [{ id: "7", name: "b" }], raw: "b" });
});

test("deletes with a version header, and treats a readable but deleted record as gone", async () => {
  const handler = remove(({ ids }) => `/notes/${ids["noteId"]}`, {
    prepare: async () => "v3",
    headers: (tag: string) => ({ "if-match": tag }),
    gone: ({ title }: Native) => title === "void",
  });
  const call = { ...callOf({}), body: undefined };
  expect(handler.request(call, await handler.prepare?.(call, sessionWith({})))).toEqual({
    method: "DELETE",
    path: "/notes/7",
    headers: { "if-match": "v3" },
  });
  const reading = (title: string) => sessionWith({ read: async () => ({ id: "7", title }) });
  expect([await handler.find?.(call, reading("void")), await handler.find?.(call, reading("a"))]).toEqual([
    {},
    undefined,
  ]);
});
