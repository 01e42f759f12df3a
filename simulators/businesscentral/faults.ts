/** How Business Central says no: `{ error: { code, message } }`, the message ending in a correlation id. */
import { randomUUID } from "node:crypto";
import type { Refusals, Refused } from "../simulation.ts";

export class Fault extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const badRequest = (message: string) => new Fault(400, "BadRequest", message);
/** What the application itself refuses; the vendor's own word for a broken business rule. */
export const dialog = (message: string) => new Fault(400, "Application_DialogException", message);
export const fieldFault = (message: string) => new Fault(400, "Application_FieldValidationException", message);
export const readOnlyControl = (control: string) =>
  new Fault(400, "BadRequest_InvalidOperation", `Control '${control}' is read-only.`);
export const missingToken = () =>
  new Fault(
    400,
    "BadRequest_InvalidToken",
    "Could not validate the client concurrency token required by the service. Please provide a valid token in the client request.",
  );
/** 409 and not 412: the vendor's list of status codes names this case under Conflict. */
export const entityChanged = () =>
  new Fault(409, "Request_EntityChanged", "Another user has already changed the record.");
export const sameKey = (table: string, field: string, value: string) =>
  new Fault(
    409,
    "Internal_EntityWithSameKeyExists",
    `The ${table} already exists. Identification fields and values: ${field}='${value}'`,
  );
export const noRecord = (table: string, id: string) =>
  new Fault(
    404,
    "Internal_RecordNotFound",
    `The ${table} does not exist. Identification fields and values: SystemId='{${id.toUpperCase()}}'`,
  );
export const noSegment = (segment: string) =>
  new Fault(404, "BadRequest_ResourceNotFound", `Resource not found for the segment '${segment}'.`);
export const noRelation = (field: string, table: string, value: string) =>
  new Fault(
    400,
    "Internal_InvalidTableRelation",
    `The field ${field} of table ${table} contains a value (${value}) that cannot be found in the related table.`,
  );
export const notAllowed = (method: string, set: string) =>
  new Fault(
    405,
    "BadRequest_MethodNotAllowed",
    `'${method}' requests for '${set}' of EdmType 'Entity' are not allowed within Microsoft Dynamics 365 Business Central OData web services.`,
  );
export const notImplemented = (message: string) => new Fault(501, "BadRequest_MethodNotImplemented", message);
const unauthorized = () =>
  new Fault(401, "Authentication_InvalidCredentials", "The server has rejected the client credentials.");

const faultBody = ({ code, message }: Fault) => ({
  error: { code, message: `${message}  CorrelationId:  ${randomUUID()}.` },
});

const challenge = { "www-authenticate": 'Bearer authorization_uri="https://login.microsoftonline.com/common"' };

export const refused = (fault: Fault, headers: Refused["headers"] = {}): Refused => ({
  status: fault.status,
  body: faultBody(fault),
  headers: { "content-type": "application/json; odata.metadata=minimal", ...headers },
});

export const refusals: Refusals = {
  unauthorized: refused(unauthorized(), challenge),
  forbidden: refused(
    new Fault(
      403,
      "Authorization_RequestDenied",
      "Sorry, the current permissions prevented the action. (TableData 18 Customer Read: Base Application)",
    ),
  ),
  notFound: refused(noRecord("Customer", "00000000-0000-0000-0000-0000000000ff")),
  invalid: refused(dialog('A "customerNumber" or a "customerId" must be provided.')),
  rateLimited: refused(
    new Fault(429, "Application_TooManyRequests", "Too many requests reached. Actual (6001). Maximum (6000)."),
    { "retry-after": "7" },
  ),
  broken: refused(new Fault(500, "Internal_ServerError", "Cannot establish a connection to the SQL Server/Database.")),
};
