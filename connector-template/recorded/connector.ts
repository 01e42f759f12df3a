import type { Connector } from "../../src/contract/connector.ts";
import { access } from "../connector/access.ts";
import { refusals } from "../connector/errors.ts";
import { contacts } from "./contacts.ts";

export const exampleBooks: Connector = {
  id: "example-books",
  name: "Example Books",
  about: "",
  ...access,
  needs: [],
  proof: "/profile",
  refusals,
  rawData: true,
  operations: { ...contacts },
};
