/** Refusals, in the form of the accounting part of the API. */
import { Refusal } from "../engine/routes.ts";
import { type Name, shapes } from "./shapes.ts";

export const errors = (status: number, errno: number, message: string, field: string | null = null) => ({
  status,
  body: { response: { errors: [{ errno, field, message, object: null, value: null }] } },
});

/** Vendor's list of error codes. */
export const invalid = (message: string, field: string, errno = 1004): Refusal =>
  new Refusal(errors(422, errno, message, field));

export const missing = (name: Name): Refusal => {
  const { one, id } = shapes[name];
  const [first = "", ...rest] = one.replaceAll("_", " ");
  return new Refusal(errors(404, 1012, `${first.toUpperCase()}${rest.join("")} not found.`, id));
};
