/** Business Central's refusals: `{ error: { code, message } }`; the message ends with a correlation id. */
import { randomUUID } from "node:crypto";
import type { EntityRefusals } from "../engine/entities.ts";
import { Refusal } from "../engine/routes.ts";
import type { LimitedUser, Refusals, Refused } from "../simulation.ts";

const refused = (status: number, code: string, message: string, headers: Refused["headers"] = {}): Refused => ({
  status,
  headers: { "content-type": "application/json; odata.metadata=minimal", ...headers },
  body: { error: { code, message: `${message}  CorrelationId:  ${randomUUID()}.` } },
});

export const fault = (...error: readonly [status: number, code: string, message: string]) =>
  new Refusal(refused(...error));

const identified = (field: string, value: string) => `Identification fields and values: ${field}='${value}'`;
const absent = (table: string, id: string) => {
  const message = `The ${table} does not exist. ${identified("SystemId", `{${id.toUpperCase()}}`)}`;
  return [404, "Internal_RecordNotFound", message] as const;
};

/** The vendor's code for a violated business rule. */
export const dialog = (message: string) => fault(400, "Application_DialogException", message);
export const fieldFault = (message: string) => fault(400, "Application_FieldValidationException", message);
export const tooLong = (length: number, most: number, value = "") =>
  `The length of the string is ${length}, but it must be less than or equal to ${most} characters.${value}`;
export const sameKey = (table: string, field: string, value: string) =>
  fault(409, "Internal_EntityWithSameKeyExists", `The ${table} already exists. ${identified(field, value)}`);
export const badRequest = (message: string) => fault(400, "BadRequest", message);
export const noRecord = (table: string, id: string) => fault(...absent(table, id));
export const noSegment = (segment = "") =>
  fault(404, "BadRequest_ResourceNotFound", `Resource not found for the segment '${segment}'.`);
export const notAllowed = (method: string, set: string) =>
  fault(
    405,
    "BadRequest_MethodNotAllowed",
    `'${method}' requests for '${set}' of EdmType 'Entity' are not allowed within Microsoft Dynamics 365 Business Central OData web services.`,
  );

const noToken =
  "Could not validate the client concurrency token required by the service. Please provide a valid token in the client request.";
export const entityRefusals: EntityRefusals = {
  badRequest,
  noRecord,
  noSegment,
  notAllowed,
  notImplemented: (message) => fault(501, "BadRequest_MethodNotImplemented", message),
  noProperty: (name, set) => badRequest(`Could not find a property named '${name}' on type 'Microsoft.NAV.${set}'.`),
  nonePart: (name) => fault(404, "Internal_DataNotFoundFilter", `There is no ${name} within the filter.`),
  badSkipToken: () => fault(400, "BadRequest_NotFound", "Bad Request - Error in query syntax."),
  missingToken: () => fault(400, "BadRequest_InvalidToken", noToken),
  /** 409 and not 412: the vendor's list of status codes names this case under Conflict. */
  entityChanged: () => fault(409, "Request_EntityChanged", "Another user has already changed the record."),
  readOnly: (name) => fault(400, "BadRequest_InvalidOperation", `Control '${name}' is read-only.`),
  noReference: (property, caption) => dialog(`The "${property}" does not match to a ${caption}.`),
  noOption: (option, known) =>
    fault(400, "Unknown", `'${option}' is not an option. The existing options are: ${known.join(",")}`),
  longText: (value, most) =>
    fault(400, "Application_StringExceededLength", tooLong(value.length, most, ` Value: ${value}`)),
};

const challenge = { "www-authenticate": 'Bearer authorization_uri="https://login.microsoftonline.com/common"' };
const unknown = "The server has rejected the client credentials.";
const denied = (permission: string) =>
  `Sorry, the current permissions prevented the action. (TableData ${permission}: Base Application)`;
const tooMany = "Too many requests reached. Actual (6001). Maximum (6000).";
export const refusals: Refusals = {
  unauthorized: refused(401, "Authentication_InvalidCredentials", unknown, challenge),
  // The code is that of a server error (reports of clients, 2026-11).
  forbidden: refused(403, "Internal_ServerError", denied("18 Customer Read")),
  notFound: refused(...absent("Customer", "00000000-0000-0000-0000-0000000000ff")),
  invalid: refused(400, "Application_DialogException", 'A "customerNumber" or a "customerId" must be provided.'),
  rateLimited: refused(429, "Application_TooManyRequests", tooMany, { "retry-after": "7" }),
  broken: refused(500, "Internal_ServerError", "Cannot establish a connection to the SQL Server/Database."),
};

/** A user whose permission sets do not cover purchase documents. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/purchase(?:Invoice|CreditMemo|Order)/.test(url),
  refused: refused(403, "Internal_ServerError", denied("38 Purchase Header Read")),
};
