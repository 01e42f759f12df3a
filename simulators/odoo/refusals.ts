/** How Odoo says no: by an exception of Python's, which JSON-RPC puts into a 200. */
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

const raised = (name: string, message: string) => new PythonError(name, message);
export const userError = (message: string) => raised("odoo.exceptions.UserError", message);
export const validationError = (message: string) => raised("odoo.exceptions.ValidationError", message);
export const accessDenied = () => raised("odoo.exceptions.AccessDenied", "Access Denied");
export const accessError = (message: string) => raised("odoo.exceptions.AccessError", message);
export const missingError = (ids: string) =>
  raised("odoo.exceptions.MissingError", `Record does not exist or has been deleted.\n(Records: ${ids}, User: 2)`);
export const valueError = (message: string) => raised("builtins.ValueError", message);

const said = (error: PythonError): Refused => inReply(error.exception);

export const refusals: Refusals = {
  unauthorized: said(accessDenied()),
  forbidden: said(accessError("You are not allowed to access 'Journal Entry' (account.move) records.")),
  notFound: said(missingError("account.move(0,)")),
  invalid: said(validationError("The operation cannot be completed: a mandatory field is not set.")),
  // By the proxy in front of it.
  rateLimited: { status: 429, headers: { "retry-after": "7" }, body: "<html><h1>429 Too Many Requests</h1></html>" },
  broken: { status: 502, body: "<html><h1>502 Bad Gateway</h1></html>" },
};
