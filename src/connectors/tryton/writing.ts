/** How Tryton is written to: a method of a model, with values and a context. */
import { type ModelWriter, modelWrites } from "../../kit/models/writing.ts";
import { reading } from "./conventions.ts";
import { contextOf, resultOf, rpc } from "./rpc.ts";

interface Question {
  readonly method: string;
  readonly params: readonly unknown[];
}

const writer: ModelWriter<ReturnType<typeof contextOf>, Question> = {
  caller: contextOf,
  address: () => "/",
  body: (context, { method, params }) => rpc(method, params, context),
  creating: (model, values) => ({ method: `model.${model}.create`, params: [[values]] }),
  changing: (model, id, values) => ({ method: `model.${model}.write`, params: [[id], values] }),
  deleting: (model, id) => ({ method: `model.${model}.delete`, params: [[id]] }),
  newId: (reply) => (resultOf(reply) as readonly number[] | undefined)?.[0],
};

export const { changeOf, createOf, orTakenBack, removeOf } = modelWrites(reading, writer);
