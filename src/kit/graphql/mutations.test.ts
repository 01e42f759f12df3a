import { parse } from "graphql";
import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import type { WriteCall } from "../../contract/connector.ts";
import { encoder, fieldAs } from "../encode.ts";
import { mapping } from "../mapping.ts";
import { write } from "../writing.ts";
import { act, mutation, mutationRequest } from "./mutations.ts";

interface Wine {
  id?: string;
  name?: string;
}

const created = { field: "createWine", input: "WineInput", selection: "id number" };

const map = mapping<Wine, { id: string; label?: string }>({ id: ({ id }) => id, name: ({ label }) => label });

const create = write<Wine, Wine, { id: string; label?: string }>({
  ...mutation("/graphql", created),
  encoder: encoder<Wine>({ name: fieldAs("label") }),
  map,
  readBack: async (reply: { readonly data: { readonly createWine: { readonly id: string } } }) => ({
    id: reply.data.createWine.id,
    label: "as stored",
  }),
});

const call = { ids: {}, filters: {}, body: { name: 'Red"}) {' }, files: [], marker: "m" } as WriteCall<Wine>;

test("a mutation has its values in a variable", () => {
  const { method, path, body } = create.request(call);
  expect([method, path]).toEqual(["POST", "/graphql"]);
  expect(body).toEqual({
    query: "mutation ($values: WineInput!) { createWine(input: $values) { id number } }",
    variables: { values: { label: 'Red"}) {' } },
  });
  expect(() => parse(mutationRequest(created, {}).query)).not.toThrow();
});

test("a mutation is answered with the record that was read back", async () => {
  const reply = await create.complete?.({ data: { createWine: { id: "7" } } }, call, sessionWith({}));
  expect(create.answer(reply, call).record).toEqual({ id: "7", name: "as stored" });
});

test("a reply without the result of the mutation is refused", async () => {
  expect(() => create.answer({ data: { createWine: null } }, call)).toThrow("does not contain the record");
  const session = sessionWith({ send: async () => ({ data: { closeWine: null } }) });
  await expect(act(session, "/graphql", { field: "closeWine", input: "CloseInput" }, {})).rejects.toMatchObject({
    code: "target_bad_response",
  });
});

test("a further step returns its result", async () => {
  const session = sessionWith({ send: async () => ({ data: { closeWine: { id: "7" } } }) });
  const closing = { field: "closeWine", input: "CloseInput" };
  expect(await act(session, "/graphql", closing, { wineId: "7" })).toEqual({ id: "7" });
});
