/** How Odoo refuses a request: with a Python exception, which JSON-RPC returns with status 200. */
import { Refusal } from "../engine/routes.ts";
import type { Refusals, Refused } from "../simulation.ts";

const exception = (name: string, message: string) => ({
  name,
  message,
  debug: `Traceback (most recent call last):\n${name}: ${message}\n`,
  arguments: [message],
  context: {},
});

const inReply = (data: object): Refused => ({
  status: 200,
  body: { jsonrpc: "2.0", id: 1, error: { code: 200, message: "Odoo Server Error", data } },
});

export class PythonError extends Refusal {
  readonly exception: ReturnType<typeof exception>;
  constructor(name: string, message: string) {
    const data = exception(name, message);
    super(inReply(data));
    this.exception = data;
  }
}

const pythonError = (name: string, message: string) => new PythonError(name, message);
export const userError = (message: string) => pythonError("odoo.exceptions.UserError", message);
export const validationError = (message: string) => pythonError("odoo.exceptions.ValidationError", message);
export const accessDenied = () => pythonError("odoo.exceptions.AccessDenied", "Access Denied");
export const accessError = (message: string) => pythonError("odoo.exceptions.AccessError", message);
export const missingError = (ids: string) =>
  pythonError("odoo.exceptions.MissingError", `Record does not exist or has been deleted.\n(Records: ${ids}, User: 2)`);
/** A foreign key of the database. Odoo describes it as if something were deleted. */
export const constraintError = (constraint: string) =>
  validationError(
    `The operation cannot be completed: another model requires the record being deleted. If possible, archive it instead.\n\nModel: Unknown (unknown)\nConstraint: ${constraint}\n`,
  );
export const valueError = (message: string) => pythonError("builtins.ValueError", message);

const refusalOf = (error: PythonError): Refused => inReply(error.exception);

export const refusals: Refusals = {
  unauthorized: refusalOf(accessDenied()),
  forbidden: refusalOf(accessError("You are not allowed to access 'Journal Entry' (account.move) records.")),
  notFound: refusalOf(missingError("account.move(0,)")),
  invalid: refusalOf(validationError("The operation cannot be completed: a mandatory field is not set.")),
  // From the proxy in front of Odoo.
  rateLimited: { status: 429, headers: { "retry-after": "7" }, body: "<html><h1>429 Too Many Requests</h1></html>" },
  broken: { status: 502, body: "<html><h1>502 Bad Gateway</h1></html>" },
};
